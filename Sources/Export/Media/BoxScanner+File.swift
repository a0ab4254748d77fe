internal import Files
internal import MediaSyntax

extension BoxScanner where Failure == FileError {
    /// The boxes of an open file.
    init(file: Int32) throws(FileError) {
        self.init(try ByteSource(file: file))
    }
}
