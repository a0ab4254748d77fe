/// Where XMP, what editors and catalogues say of a clip, lies in a movie (Adobe's XMP specification, part 3): in MP4 in a box
/// of its own at the top level, in QuickTime among the user data.
package enum XMPBox {
    /// The type of the box in MP4.
    package static let identifier: [UInt8] = [
        0xBE, 0x7A, 0xCF, 0xCB, 0x97, 0xA9, 0x42, 0xE8, 0x9C, 0x71, 0x99, 0x94, 0x91, 0xE3, 0xAF, 0xAC,
    ]
    /// The type of the box in QuickTime.
    package static let type: BoxType = "XMP_"
    /// No more than so many bytes are taken for XMP.
    static let limit = 1 << 24

    /// The box as MP4 has it, with what is said.
    package static func box(_ text: [UInt8]) -> [UInt8] {
        var writer = ByteWriter()
        writer.box("uuid") {
            $0.append(identifier)
            $0.append(text)
        }
        return writer.bytes
    }

    /// The box as QuickTime has it, among user data.
    package static func userData(_ text: [UInt8]) -> [UInt8] {
        var writer = ByteWriter()
        writer.box(type) { $0.append(text) }
        return writer.bytes
    }
}

extension BoxScanner {
    /// The XMP of a movie; `nil` where there is none, or more than 16 MiB.
    ///
    /// - Complexity: O(number of boxes at the top level), each a read.
    package func xmp() throws(Failure) -> [UInt8]? {
        guard let place = try placeOfXMP() else { return nil }
        return try source.bytes(place, limit: XMPBox.limit).map(Array.init)
    }

    /// Where the XMP of a movie lies; `nil` where there is none.
    ///
    /// - Complexity: O(number of boxes at the top level), each a read.
    package func placeOfXMP() throws(Failure) -> Range<UInt64>? {
        let size = UInt64(XMPBox.identifier.count)
        for box in try boxes("uuid", in: whole) where UInt64(box.content.count) > size {
            let text = box.content.lowerBound + size
            let type = try source.bytes(box.content.lowerBound..<text, limit: Int(size))
            if type.map(Array.init) == XMPBox.identifier { return text..<box.content.upperBound }
        }
        guard let index = try first("moov") else { return nil }
        for data in try boxes("udta", in: index.content) {
            if let box = try first(XMPBox.type, in: data.content), !box.content.isEmpty { return box.content }
        }
        return nil
    }
}
