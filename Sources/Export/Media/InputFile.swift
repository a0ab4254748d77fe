internal import Files
internal import Glibc
internal import MediaSyntax
internal import PathNames

/// Checks that an input can be read before libav opens it. The messages are plainer than libav's.
enum InputFile {
    /// - Throws: ``ExportError`` where the path is no readable file with something in it.
    static func check(_ path: String) throws(ExportError) {
        var status = stat()
        guard unsafe stat(path.pathBytes, &status) == 0 else {
            let code = errno
            if path == "-" {
                throw ExportError(
                    .inputUnreadable,
                    "standard input cannot be read as a clip, which is read at many places: save it as a file first"
                )
            }
            guard PathName.isPath(path) else {
                throw ExportError(.inputMissing, "no such file: \(path): \(PathName.noPath)")
            }
            throw code == EACCES
                ? ExportError(.inputNotPermitted, "cannot read \(path): permission denied")
                : ExportError(.inputMissing, "no such file: \(path)")
        }
        let kind = status.st_mode & S_IFMT
        if kind == S_IFDIR { throw ExportError(.inputUnreadable, "\(path) is a directory, not a media file") }
        // A pipe or a device can be read once, and a clip is read several times.
        guard kind == S_IFREG else {
            throw ExportError(
                .inputUnreadable,
                "\(path) is a pipe, a socket or a device: a clip is read at many places, so it has to be a file"
            )
        }
        if status.st_size == 0 { throw ExportError(.inputUnreadable, "\(path) is empty") }
        guard unsafe access(path.pathBytes, R_OK) == 0 else {
            throw ExportError(.inputNotPermitted, "cannot read \(path): permission denied")
        }
        // libavformat looks for each part of such a track a thousand million times: a small file takes hours.
        let unnumbered = ByteSource.reading(path) { source throws(FileError) in
            try BoxScanner(source).unnumberedTrack()
        }
        if let unnumbered {
            throw ExportError(
                .inputUnreadable,
                "\(path) is damaged: its fragments name tracks by number, and track \(unnumbered) of the file has none"
            )
        }
    }
}
