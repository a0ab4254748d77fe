extension BoxScanner {
    /// The numbers that a movie says of itself under keys of any name (``MovieKeysBox``), in the order of the file. Its texts are left out:
    /// libavformat reads them, and of numbers only some.
    package func movieNumbers() throws(Failure) -> [MovieKeysBox.Item] {
        guard let meta = try first("moov", "meta") else { return [] }
        // QuickTime's has no version and flags in front of its boxes, that of ISO/IEC 14496-12 has.
        let isPlain = try first("hdlr", in: meta.content) != nil
        let content =
            isPlain ? meta.content : min(meta.content.lowerBound + 4, meta.content.upperBound)..<meta.content.upperBound
        guard let table = try first("keys", in: content), let list = try first("ilst", in: content),
            let keys = try read(table).map(Self.keys)
        else { return [] }
        var found: [MovieKeysBox.Item] = []
        var position = list.content.lowerBound
        for _ in 0..<Self.mostKeys {
            guard let item = try box(at: position, before: list.content.upperBound) else { break }
            position = item.range.upperBound
            let place = Int(item.type.rawValue) - 1
            guard keys.indices.contains(place), let data = try first("data", in: item.content),
                data.content.count <= 16,
                let bytes = try read(data)
            else { continue }
            var reader = ByteReader(bytes.payload)
            // The type, and a locale.
            guard let type = reader.uint32().flatMap(MetadataNumber.init), reader.uint32() != nil,
                let text = type.text(of: reader.rest)
            else { continue }
            found.append(MovieKeysBox.Item(key: keys[place], value: .number(text, type, count: reader.rest.count)))
        }
        return found
    }

    private static func keys(_ table: MovieBox) -> [String] {
        var reader = ByteReader(table.payload)
        guard reader.versionAndFlags() != nil, let count = reader.uint32() else { return [] }
        return MovieBox.list(in: reader.rest).prefix(Int(min(count, UInt32(mostKeys))))
            .map { String(decoding: $0.payload, as: UTF8.self) }
    }

    /// No camera says as much.
    private static var mostKeys: Int { 4096 }
}
