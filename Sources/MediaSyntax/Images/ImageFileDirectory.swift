/// A directory of TIFF 6.0 (section 2), of which Exif consists: values under numbers.
package struct ImageFileDirectory: Sendable {
    /// The types of values that Exif needs.
    package enum Value: Sendable {
        /// A text (`ASCII`); a zero is added. What is no ASCII is written as UTF-8, as all programs do.
        case text(String)
        /// Numbers of one byte (`BYTE`).
        case numbers([UInt8])
        /// Bytes with a meaning of their own (`UNDEFINED`).
        case bytes([UInt8])
        /// Fractions (`RATIONAL`).
        case fractions([Fraction])
        /// The place of another directory (`LONG`), which is written behind this one.
        case directory(ImageFileDirectory)
    }

    /// A fraction that is not negative.
    package struct Fraction: Hashable, Sendable {
        package var numerator: UInt32
        package var denominator: UInt32

        package init(_ numerator: UInt32, _ denominator: UInt32) {
            self.numerator = numerator
            self.denominator = denominator
        }
    }

    private let entries: [(tag: UInt16, value: Value)]

    /// A directory. Its values are written in the order of their numbers, as the format demands.
    package init(_ entries: [UInt16: Value]) {
        self.entries = entries.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    /// A TIFF file without an image, big-endian, whose first directory this is.
    package var file: [UInt8] {
        let start = 8
        var writer = ByteWriter()
        writer.append("MM".utf8)
        writer.uint16(42)
        writer.uint32(UInt32(start))
        writer.append(bytes(at: start))
        return writer.bytes
    }

    /// The directory for a place in the file, in bytes from its beginning. What does not fit an entry follows behind.
    private func bytes(at start: Int) -> [UInt8] {
        var fixed = ByteWriter()
        var outside = ByteWriter()
        let outsideStart = start + 2 + 12 * entries.count + 4
        fixed.uint16(UInt16(entries.count))
        for (tag, value) in entries {
            fixed.uint16(tag)
            fixed.uint16(value.type)
            fixed.uint32(UInt32(value.count))
            let place = outsideStart + outside.bytes.count
            if let bytes = value.bytes, bytes.count <= 4 {
                fixed.append(bytes + Array(repeating: 0, count: 4 - bytes.count))
                continue
            }
            fixed.uint32(UInt32(place))
            outside.append(value.bytes ?? value.directory?.bytes(at: place) ?? [])
            // Values begin on even bytes.
            if outside.bytes.count % 2 == 1 { outside.uint8(0) }
        }
        // There is no further directory.
        fixed.uint32(0)
        return fixed.bytes + outside.bytes
    }
}

extension ImageFileDirectory.Value {
    /// The number of the type.
    fileprivate var type: UInt16 {
        switch self {
        case .numbers: 1
        case .text: 2
        case .directory: 4
        case .fractions: 5
        case .bytes: 7
        }
    }

    /// How many elements of the type there are.
    fileprivate var count: Int {
        switch self {
        case .text, .numbers, .bytes: bytes?.count ?? 0
        case .fractions(let fractions): fractions.count
        case .directory: 1
        }
    }

    /// The value itself; `nil` for a directory, which needs its place.
    fileprivate var bytes: [UInt8]? {
        switch self {
        case .text(let text): return Array(text.utf8) + [0]
        case .numbers(let bytes), .bytes(let bytes): return bytes
        case .fractions(let fractions):
            var writer = ByteWriter()
            for fraction in fractions {
                writer.uint32(fraction.numerator)
                writer.uint32(fraction.denominator)
            }
            return writer.bytes
        case .directory: return nil
        }
    }

    fileprivate var directory: ImageFileDirectory? {
        if case .directory(let directory) = self { directory } else { nil }
    }
}
