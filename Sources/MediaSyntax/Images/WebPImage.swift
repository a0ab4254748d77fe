/// A WebP image (RFC 9649) as bytes.
package enum WebPImage {
    /// A simple image, without transparency, with a description; `nil` where this is no such image.
    ///
    /// The description needs the extended format: a header, the image's own chunk, and the description behind it.
    package static func image(
        _ image: [UInt8],
        width: Int,
        height: Int,
        with description: ExifDescription
    ) -> [UInt8]? {
        let side = 1..<(1 << 24) + 1
        guard image.count >= 16, image.starts(with: "RIFF".utf8), image[8..<15].elementsEqual("WEBPVP8".utf8),
            image[15] != UInt8(ascii: "X"), side.contains(width), side.contains(height)
        else { return nil }
        var header = ByteWriter()
        // It has a description. Three bytes are reserved.
        header.littleEndian(0x08, byteCount: 4)
        header.littleEndian(UInt64(width - 1), byteCount: 3)
        header.littleEndian(UInt64(height - 1), byteCount: 3)
        var content = ByteWriter()
        content.append("WEBP".utf8)
        content.append(chunk("VP8X", header.bytes))
        content.append(image[12...])
        content.append(chunk("EXIF", description.bytes))
        return chunk("RIFF", content.bytes)
    }

    /// Chunks begin on even bytes.
    private static func chunk(_ type: String, _ payload: [UInt8]) -> [UInt8] {
        var writer = ByteWriter()
        writer.append(type.utf8)
        writer.littleEndian(UInt64(payload.count), byteCount: 4)
        writer.append(payload)
        if payload.count % 2 == 1 { writer.uint8(0) }
        return writer.bytes
    }
}
