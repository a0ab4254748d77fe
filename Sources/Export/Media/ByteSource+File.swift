internal import Files
internal import MediaSyntax

extension ByteSource where Failure == FileError {
    /// The bytes of an open file.
    init(file: Int32) throws(FileError) {
        self.init(count: try FileBytes.size(of: file)) { position, count throws(FileError) in
            try FileBytes.read(file, at: position, count: count)[...]
        }
    }
}
