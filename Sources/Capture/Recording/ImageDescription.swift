internal import MediaSyntax

/// What is written into a JPEG image about how it came about: Exif 2.32 (CIPA DC-008), in as few fields as say it.
struct ImageDescription: Hashable {
    /// Maker and model in one.
    let camera: String
    /// `2026:11:21 13:20:00`, by the clock that `offset` says.
    let date: String
    /// The digits after the seconds.
    let fraction: String
    /// `+00:00`.
    let offset: String

    /// A frame that a camera has taken just now.
    static func now(of camera: CaptureDeviceInfo) -> ImageDescription {
        let parts = WallClock.parts(WallClock.nanoseconds)
        return ImageDescription(
            camera: camera.name,
            date: parts.date.joined(separator: ":") + " " + parts.time.joined(separator: ":"),
            fraction: parts.microseconds,
            offset: "+00:00"
        )
    }

    /// What every JPEG image begins with.
    static let startOfImage: [UInt8] = [0xFF, 0xD8]

    /// The application segment APP1.
    var segment: [UInt8] {
        var writer = ByteWriter()
        writer.uint16(0xFFE1)
        writer.uint16(UInt16(truncatingIfNeeded: 2 + 6 + directories.count))
        writer.append("Exif\0\0".utf8)
        writer.append(directories)
        return writer.bytes
    }

    /// A TIFF file without a frame, big-endian: one directory for the camera, and Exif's own.
    private var directories: [UInt8] {
        let (model, software, exif): (UInt16, UInt16, UInt16) = (0x0110, 0x0131, 0x8769)
        func first(_ exifStart: Int) -> Directory {
            Directory(
                entries: [.text(model, camera), .text(software, "overcrank"), .offset(exif, UInt32(exifStart))]
            )
        }
        let header = 8
        let second = header + first(0).size
        let details = Directory(entries: [.text(0x9003, date), .text(0x9011, offset), .text(0x9291, fraction)])
        var writer = ByteWriter()
        writer.append("MM".utf8)
        writer.uint16(42)
        writer.uint32(UInt32(header))
        first(second).write(at: header, into: &writer)
        details.write(at: second, into: &writer)
        return writer.bytes
    }
}

/// An image file directory (TIFF 6.0, section 2).
private struct Directory {
    enum Entry {
        case text(UInt16, String)
        case offset(UInt16, UInt32)

        /// Bytes that do not fit into the entry itself; texts end with a zero.
        var outside: [UInt8] {
            guard case .text(_, let text) = self else { return [] }
            let bytes = Array(text.utf8) + [0]
            return bytes.count > 4 ? bytes : []
        }
    }

    let entries: [Entry]

    private var fixedSize: Int { 2 + 12 * entries.count + 4 }
    var size: Int { entries.reduce(fixedSize) { $0 + $1.outside.count } }

    func write(at position: Int, into writer: inout ByteWriter) {
        writer.uint16(UInt16(entries.count))
        var next = position + fixedSize
        for entry in entries {
            switch entry {
            case .text(let tag, let text):
                let bytes = Array(text.utf8) + [0]
                writer.uint16(tag)
                writer.uint16(2)
                writer.uint32(UInt32(bytes.count))
                if entry.outside.isEmpty {
                    writer.append((bytes + [0, 0, 0]).prefix(4))
                } else {
                    writer.uint32(UInt32(next))
                    next += bytes.count
                }
            case .offset(let tag, let offset):
                writer.uint16(tag)
                writer.uint16(4)
                writer.uint32(1)
                writer.uint32(offset)
            }
        }
        // There is no further directory.
        writer.uint32(0)
        for entry in entries { writer.append(entry.outside) }
    }
}
