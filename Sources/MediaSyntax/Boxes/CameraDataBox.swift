/// A box in which a camera says something of itself, of its settings or of a recording, among a movie's user data (`moov/udta`).
/// Makers have their own; most are described nowhere.
package struct CameraDataBox: Hashable, Sendable {
    package let type: BoxType
    /// What is in it; empty where it is not known whether that stays true when the clip is cut or retimed.
    package let content: [UInt8]

    /// Whether it stays true.
    package var staysTrue: Bool { !content.isEmpty }

    /// What GoPro's and Samsung's cameras say of themselves, their settings and the rate at which they captured.
    private static let lasting: Set<BoxType> = ["FIRM", "LENS", "CAME", "SETT", "smta"]

    /// What libavformat reads and writes as metadata or chapters, what this library carries otherwise, and what is empty or says
    /// how a window of old players lies.
    private static let others: Set<BoxType> = [
        "meta", "loci", "cprt", "titl", "auth", "perf", "gnre", "dscp", "albm", "yrrc", "kywd", "rtng", "clsf", "name",
        "chpl",
        "XMP_", "free", "skip", "wide", "hnti", "hinf", "tsel", "AllF", "SelO", "LOOP", "WLOC", "date", "Xtra",
    ]
    /// The first character of QuickTime's texts.
    private static let text: UInt32 = 0xA9
    /// No more than so many bytes of a box are read.
    fileprivate static let limit = 1 << 16

    fileprivate static func isOne(_ type: BoxType) -> Bool {
        type.rawValue >> 24 != text && type.rawValue != 0 && !others.contains(type)
    }

    fileprivate init(type: BoxType, content: [UInt8]) {
        self.type = type
        self.content = Self.lasting.contains(type) ? content : []
    }

    /// Boxes as they lie among user data.
    package static func userData(_ boxes: [CameraDataBox]) -> [UInt8] {
        var writer = ByteWriter()
        for box in boxes { writer.box(box.type) { $0.append(box.content) } }
        return writer.bytes
    }
}

extension BoxScanner {
    /// What cameras say in boxes of their own. Those that hold nothing but zeros say nothing.
    ///
    /// - Complexity: O(number of boxes among the user data), each a read.
    package func cameraData() throws(Failure) -> [CameraDataBox] {
        guard let index = try first("moov") else { return [] }
        var found: [CameraDataBox] = []
        // Some writers have several.
        for data in try boxes("udta", in: index.content) { found += try cameraData(in: data.content) }
        return found
    }

    private func cameraData(in range: Range<UInt64>) throws(Failure) -> [CameraDataBox] {
        var boxes: [CameraDataBox] = []
        var position = range.lowerBound
        for _ in 0..<Self.searchLimit {
            guard let box = try box(at: position, before: range.upperBound) else { break }
            position = box.range.upperBound
            guard CameraDataBox.isOne(box.type), !box.content.isEmpty else { continue }
            let content = try source.bytes(box.content, limit: CameraDataBox.limit).map(Array.init) ?? []
            guard content.isEmpty || content.contains(where: { $0 != 0 }) else { continue }
            boxes.append(CameraDataBox(type: box.type, content: content))
        }
        return boxes
    }
}
