/// How a stream says that its pictures are stored: what a decoder of it gives, and an encoder must give that is to stand beside it.
package struct PictureFormat: Hashable, Sendable {
    /// Of what is to be seen, in pixels.
    package let width: Int
    package let height: Int
    /// `chroma_format_idc` of H.264 and HEVC: 0 without colour, 1 for 4:2:0, 2 for 4:2:2, 3 for 4:4:4; `nil` where it is not read.
    package var chromaFormat: UInt32?
    /// Bits of a sample of luma; `nil` where they are not read.
    package var bitDepth: Int?
    /// Width and height of a pixel; `nil` where it is square, or it is not read.
    package var pixel: Pixel?
    /// Whether each picture is one field of two, as HEVC says it.
    package var isField = false

    package init(width: Int, height: Int, chromaFormat: UInt32? = nil, bitDepth: Int? = nil) {
        (self.width, self.height, self.chromaFormat, self.bitDepth) = (width, height, chromaFormat, bitDepth)
    }

    /// The shape of a pixel.
    package struct Pixel: Hashable, Sendable {
        package let width: UInt32
        package let height: UInt32
    }
}

extension PictureFormat {
    /// What a sequence parameter set of H.264 says (H.264, 7.3.2.1.1 and E.1.1); `nil` where it cannot be read.
    init?(h264 unit: ArraySlice<UInt8>) {
        guard let set = SequenceParameters(unit: unit) else { return nil }
        let bytes = EmulationPrevention.removed(from: unit.dropFirst())
        var reader = BitReader(bytes[...])
        // Numbers may be missing; macroblocks in a row, and rows of them in a frame or in each field.
        guard reader.skip(set.gapsPlace + 1), let columns = reader.exponentialGolomb(),
            let rows = reader.exponentialGolomb(), let framesOnly = reader.bit(), reader.skip(framesOnly ? 1 : 2),
            let isCropped = reader.bit(), max(columns, rows) < Self.most
        else { return nil }
        let fields = framesOnly ? 1 : 2
        var size = (width: 16 * (Int(columns) + 1), height: 16 * fields * (Int(rows) + 1))
        if isCropped {
            let chroma = set.hasSeparatePlanes ? 0 : set.chromaFormat
            guard Self.crop(&size, &reader, chroma: chroma, fields: fields) else { return nil }
        }
        self.init(width: size.width, height: size.height, chromaFormat: set.chromaFormat, bitDepth: set.bitDepth)
        if reader.bit() == true, reader.bit() == true { pixel = Self.pixel(&reader) }
    }

    /// What a sequence parameter set of HEVC says (H.265, 7.3.2.2.1 and E.2.1); `nil` where it cannot be read, and for further layers.
    init?(hevc unit: ArraySlice<UInt8>) {
        let bytes = EmulationPrevention.removed(from: unit.dropFirst(NALCodec.hevc.headerSize), limit: Self.limit)
        var reader = BitReader(bytes[...])
        guard case .hevc(let header) = NALUnitHeader(unit, codec: .hevc), header.layerID == 0,
            ParameterSetName.skipToSequenceNumber(&reader), reader.exponentialGolomb() != nil,
            let chroma = reader.exponentialGolomb(), chroma <= 3
        else { return nil }
        var hasSeparatePlanes = false
        if chroma == 3 {
            guard let flag = reader.bit() else { return nil }
            hasSeparatePlanes = flag
        }
        guard let width = reader.exponentialGolomb(), let height = reader.exponentialGolomb(),
            max(width, height) < 16 * Self.most, let isCropped = reader.bit()
        else { return nil }
        var size = (width: Int(width), height: Int(height))
        if isCropped {
            guard Self.crop(&size, &reader, chroma: hasSeparatePlanes ? 0 : chroma, fields: 1) else { return nil }
        }
        guard let depth = reader.exponentialGolomb(), depth <= 8 else { return nil }
        self.init(width: size.width, height: size.height, chromaFormat: chroma, bitDepth: 8 + Int(depth))
        guard let first = bytes.first, HEVCSequenceTail(&reader, subLayers: Int(first >> 1 & 7) + 1) != nil,
            reader.bit() == true, let hasPixel = reader.bit()
        else { return }
        if hasPixel { pixel = Self.pixel(&reader) }
        isField = Self.fieldFlag(&reader) ?? false
    }

    /// What stands behind the shape of pixels: overscan, the range and the colours of samples, the place of chroma, and whether that is the
    /// same everywhere; then the flag (`field_seq_flag`).
    private static func fieldFlag(_ reader: inout BitReader) -> Bool? {
        guard let hasOverscan = reader.bit(), reader.skip(hasOverscan ? 1 : 0), let hasSignal = reader.bit() else {
            return nil
        }
        if hasSignal {
            guard reader.skip(4), let hasColours = reader.bit(), reader.skip(hasColours ? 24 : 0) else { return nil }
        }
        guard let hasChroma = reader.bit() else { return nil }
        if hasChroma, reader.exponentialGolomb() == nil || reader.exponentialGolomb() == nil { return nil }
        return reader.skip(1) ? reader.bit() : nil
    }

    /// Takes away what is not to be seen: four numbers, of samples of chroma.
    private static func crop(
        _ size: inout (width: Int, height: Int),
        _ reader: inout BitReader,
        chroma: UInt32,
        fields: Int
    ) -> Bool {
        guard let left = reader.exponentialGolomb(), let right = reader.exponentialGolomb(),
            let top = reader.exponentialGolomb(), let bottom = reader.exponentialGolomb()
        else { return false }
        size.width -= (chroma == 1 || chroma == 2 ? 2 : 1) * (Int(left) + Int(right))
        size.height -= (chroma == 1 ? 2 : 1) * fields * (Int(top) + Int(bottom))
        return size.width > 0 && size.height > 0
    }

    /// The shape of pixels: a number of a known one, or the shape itself.
    private static func pixel(_ reader: inout BitReader) -> Pixel? {
        guard let number = reader.bits(8) else { return nil }
        if number == 255 {
            guard let width = reader.bits(16), let height = reader.bits(16), width > 0, height > 0, width != height
            else { return nil }
            return Pixel(width: width, height: height)
        }
        let index = Int(number) - 2
        guard pixels.indices.contains(index) else { return nil }
        return Pixel(width: pixels[index].0, height: pixels[index].1)
    }

    /// By `aspect_ratio_idc`, from 2 on (H.264, table E-1). 1 is square.
    private static let pixels: [(UInt32, UInt32)] = [
        (12, 11), (10, 11), (16, 11), (40, 33), (24, 11), (20, 11), (32, 11), (80, 33), (18, 11), (15, 11), (64, 33),
        (160, 99), (4, 3), (3, 2), (2, 1),
    ]
    /// A picture has fewer macroblocks in a row.
    private static let most: UInt32 = 8192
    /// What is read stands within so many bytes, with tables of all sizes.
    private static let limit = 2048
}
