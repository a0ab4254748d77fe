/// A PNG image (W3C, third edition) as bytes.
package enum PNGImage {
    /// A part of the image: a type of four letters, and what is in it.
    package struct Chunk: Hashable, Sendable {
        package var type: String
        package var payload: [UInt8]
    }

    /// The image with more chunks behind its header; `nil` where this is no PNG image.
    package static func image(_ image: [UInt8], with chunks: [Chunk]) -> [UInt8]? {
        let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        // Length, type, thirteen bytes and a checksum.
        let headerEnd = signature.count + 25
        guard image.starts(with: signature), image.count >= headerEnd,
            image[12..<16].elementsEqual("IHDR".utf8)
        else { return nil }
        var writer = ByteWriter()
        writer.append(image[..<headerEnd])
        for chunk in chunks {
            let body = Array(chunk.type.utf8) + chunk.payload
            writer.uint32(UInt32(chunk.payload.count))
            writer.append(body)
            writer.uint32(CyclicChecksum.of(body))
        }
        writer.append(image[headerEnd...])
        return writer.bytes
    }
}

extension PNGImage.Chunk {
    /// A description in Exif.
    package static func exif(_ description: ExifDescription) -> PNGImage.Chunk {
        PNGImage.Chunk(type: "eXIf", payload: description.bytes)
    }

    /// Which colours full-range values of red, green and blue stand for, by the numbers of ITU-T H.273.
    package static func codingIndependentColour(primaries: UInt8, transfer: UInt8) -> PNGImage.Chunk {
        PNGImage.Chunk(type: "cICP", payload: [primaries, transfer, 0, 1])
    }
}
