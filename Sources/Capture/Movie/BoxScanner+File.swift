internal import Files
internal import MediaSyntax

extension BoxScanner where Failure == FileError {
    /// The boxes of an open file.
    init(file: Int32) throws(FileError) {
        self.init(
            ByteSource(count: try FileBytes.size(of: file)) { position, count throws(FileError) in
                try FileBytes.read(file, at: position, count: count)[...]
            }
        )
    }
}
