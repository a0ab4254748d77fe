internal import Files
internal import MediaFormats
internal import MediaSyntax

/// Metadata for which libavformat has no box (`MovieKeys`), in a finished MP4 or MOV.
struct MovieKeyData {
    let items: [MetadataItem]
    /// The numbers of the source, as it stores them.
    let numbers: [MovieKeysBox.Item]

    /// Adds it to a file of which the index is the last box.
    func write(to descriptor: Int32) throws(ExportError) {
        guard !items.isEmpty else { return }
        try FinishedFile.writing("the metadata") { () throws(FileError) in
            let index = try MovieIndex(descriptor: descriptor)
            guard let box = index.box else { return false }
            return try index.add(MovieKeys.box(of: items, stored: numbers).bytes, to: [box])
        }
    }
}

extension ExportPlan {
    /// What the file says of itself under keys without a box. The timecode is that of a track.
    var movieKeys: [MetadataItem] {
        MovieKeys.ofTheirOwn(metadata.filter { $0.key.lowercased() != StartTimecode.key }, in: container)
    }
}
