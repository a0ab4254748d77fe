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

    /// Where the flags of the extended format lie, in bytes of the file.
    package static let flagsPlace: UInt64 = 20
    /// The flag of images with transparent parts.
    package static let hasAlpha: UInt8 = 0x10

    /// The flags of a file that begins with these bytes; `nil` where it is none of the extended format.
    package static func flags(in head: [UInt8]) -> UInt8? {
        guard head.count > flagsPlace, head.starts(with: "RIFF".utf8), head[8..<16].elementsEqual("WEBPVP8X".utf8)
        else { return nil }
        return head[Int(flagsPlace)]
    }

    /// The file of an image that consists of these chunks.
    package static func file(of chunks: [UInt8]) -> [UInt8] { chunk("RIFF", Array("WEBP".utf8) + chunks) }

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
