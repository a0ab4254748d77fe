internal import Files
internal import MediaFormats
internal import MediaSyntax

/// Metadata for which libavformat has no box, in a finished MP4 or MOV. Its own way of storing it (`use_metadata_tags`) would put the title and
/// all else there, too, where hardly a player looks for it.
struct MovieKeyData {
    let items: [MetadataItem]

    /// What Android's phones store, and read, as a number.
    private static let numbers: Set<String> = ["com.android.capture.fps"]

    /// Adds it to a file of which the index is the last box.
    func write(to descriptor: Int32) throws(ExportError) {
        guard !items.isEmpty else { return }
        let isWritten: Bool
        do throws(FileError) {
            let index = try MovieIndex(descriptor: descriptor)
            isWritten =
                try index.box.map { box throws(FileError) in
                    try index.add(MovieKeysBox(items.map(Self.item)).bytes, to: [box])
                } ?? false
        } catch {
            throw ExportError(error.isFull ? .noSpace : .writing, "cannot write the metadata: \(error.reason)")
        }
        guard isWritten else { throw ExportError(.fault, "the finished movie's index takes no metadata") }
    }

    private static func item(_ item: MetadataItem) -> MovieKeysBox.Item {
        let number = numbers.contains(item.key) ? Float(item.value).flatMap { $0.isFinite ? $0 : nil } : nil
        return MovieKeysBox.Item(key: item.key, value: number.map { .number($0) } ?? .text(item.value))
    }
}
