internal import MediaFormats
internal import MediaSyntax

/// Of numbers that movies say of themselves libavformat reads some types, and is silent about the others: those of an iPhone's slow
/// motion among them.
extension ContainerFacts {
    /// What libavformat has read, and the numbers that it has not. A text under a key of the movie is that of the movie, and not one that a track
    /// says under a key of its own, which libavformat may have taken for it.
    func metadata(besides read: [MetadataItem]) -> [MetadataItem] {
        let texts = Dictionary(grouping: movieTexts, by: \.key).filter { $1.count == 1 }
        return read.map { item in
            guard let own = texts[item.key]?.first, !own.text.isEmpty else { return item }
            return MetadataItem(key: item.key, value: own.text)
        }
            + numbers.compactMap { item in
                guard case .number(let text, _, _) = item.value, !read.contains(where: { $0.key == item.key }) else {
                    return nil
                }
                return MetadataItem(key: item.key, value: text)
            }
    }

    /// The numbers in the digits in which the metadata has them: libavformat writes some with more decimals.
    func numbers(as metadata: [MetadataItem]) -> [MovieKeysBox.Item] {
        numbers.map { item in
            guard case .number(_, let type, let count) = item.value,
                let text = metadata.first(where: { $0.key == item.key })?.value
            else { return item }
            return MovieKeysBox.Item(key: item.key, value: .number(text, type, count: count))
        }
    }
}
