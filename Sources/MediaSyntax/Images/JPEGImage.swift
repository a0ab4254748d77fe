/// A JPEG image (ITU-T T.81) as bytes.
package enum JPEGImage {
    /// The image with a description, which is its first segment, and with the usual Huffman tables where it has none; `nil` where this is no
    /// JPEG image, or where the description is too long for a segment.
    package static func image(_ image: [UInt8], with description: ExifDescription) -> [UInt8]? {
        let startOfImage: [UInt8] = [0xFF, 0xD8]
        let payload = Array("Exif\0\0".utf8) + description.bytes
        guard image.starts(with: startOfImage), let size = UInt16(exactly: payload.count + 2) else { return nil }
        var writer = ByteWriter()
        writer.append(startOfImage)
        // Application segment 1.
        writer.uint16(0xFFE1)
        writer.uint16(size)
        writer.append(payload)
        let rest = JPEGTables.missingPlace(in: image) ?? startOfImage.count
        writer.append(image[startOfImage.count..<rest])
        if rest > startOfImage.count { writer.append(JPEGTables.segment) }
        writer.append(image[rest...])
        return writer.bytes
    }
}
