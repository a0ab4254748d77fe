extension BoxScanner {
    /// The numbers that a movie says of itself under keys of any name (``MovieKeysBox``), in the order of the file. Its texts are left out:
    /// libavformat reads them, and of numbers only some.
    package func movieNumbers() throws(Failure) -> [MovieKeysBox.Item] {
        guard let meta = try first("moov", "meta") else { return [] }
        return try items(in: meta) { data throws(Failure) in
            guard data.content.count <= 16, let (type, bytes) = try value(in: data) else { return nil }
            return Self.number(bytes, type)
        }
    }

    /// The texts that a movie says of itself under keys of any name, in the order of the file. libavformat takes the values of a track that says
    /// something of itself, too, for those of the movie's keys, where these stand before the track.
    package func movieTexts() throws(Failure) -> [(key: String, text: String)] {
        guard let meta = try first("moov", "meta") else { return [] }
        let items = try items(in: meta) { data throws(Failure) in
            guard data.content.count <= Self.longestValue, let (type, bytes) = try value(in: data),
                type == MovieKeysBox.text
            else { return nil }
            return .text(String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self))
        }
        return items.compactMap { item in if case .text(let text) = item.value { (item.key, text) } else { nil } }
    }

    /// What a track says of itself under keys of any name, in the order of the file. libavformat reads nothing of it.
    func keys(of track: LocatedBox) throws(Failure) -> [MovieKeysBox.Item] {
        guard let meta = try first("meta", in: track.content) else { return [] }
        return try items(in: meta) { data throws(Failure) in
            guard data.content.count <= Self.longestValue, let (type, bytes) = try value(in: data) else { return nil }
            if type == MovieKeysBox.text { return .text(String(decoding: bytes, as: UTF8.self)) }
            return Self.number(bytes, type) ?? .stored(type: type, Array(bytes))
        }
    }

    /// The items of a list of keys, each with what is made of its `data` box; one of which nothing is made is left out.
    private func items(
        in meta: LocatedBox,
        _ read: (LocatedBox) throws(Failure) -> MovieKeysBox.Value?
    ) throws(Failure) -> [MovieKeysBox.Item] {
        // QuickTime's has no version and flags in front of its boxes, that of ISO/IEC 14496-12 has.
        let isPlain = try first("hdlr", in: meta.content) != nil
        let content =
            isPlain ? meta.content : min(meta.content.lowerBound + 4, meta.content.upperBound)..<meta.content.upperBound
        guard let table = try first("keys", in: content), let list = try first("ilst", in: content),
            let keys = try self.read(table).map(Self.keys)
        else { return [] }
        var found: [MovieKeysBox.Item] = []
        var position = list.content.lowerBound
        for _ in 0..<Self.mostKeys {
            guard let item = try box(at: position, before: list.content.upperBound) else { break }
            position = item.range.upperBound
            let place = Int(item.type.rawValue) - 1
            guard keys.indices.contains(place), let data = try first("data", in: item.content),
                let value = try read(data)
            else { continue }
            found.append(MovieKeysBox.Item(key: keys[place], value: value))
        }
        return found
    }

    /// The type of a value, and the value, behind a locale.
    private func value(in data: LocatedBox) throws(Failure) -> (type: UInt32, bytes: ArraySlice<UInt8>)? {
        guard let box = try read(data) else { return nil }
        var reader = ByteReader(box.payload)
        guard let type = reader.uint32(), reader.uint32() != nil else { return nil }
        return (type, reader.rest)
    }

    private static func number(_ bytes: ArraySlice<UInt8>, _ type: UInt32) -> MovieKeysBox.Value? {
        guard let type = MetadataNumber(rawValue: type), let text = type.text(of: bytes) else { return nil }
        return .number(text, type, count: bytes.count)
    }

    private static func keys(_ table: MovieBox) -> [String] {
        var reader = ByteReader(table.payload)
        guard reader.versionAndFlags() != nil, let count = reader.uint32() else { return [] }
        return MovieBox.list(in: reader.rest).prefix(Int(min(count, UInt32(mostKeys))))
            .map { String(decoding: $0.payload, as: UTF8.self) }
    }

    /// No camera says as much.
    private static var mostKeys: Int { 4096 }
    /// No more is taken for something that a track says of itself, in bytes.
    private static var longestValue: Int { 1 << 20 }
}
