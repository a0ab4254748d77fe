internal import Files
internal import MediaFormats
internal import MediaSyntax

/// The XMP of a clip: its title, its rating, who made it, as editors and catalogues write it. libavformat reads it, and does not
/// write it.
struct MovieXMP {
    private let text: [UInt8]

    /// Of a source; `nil` where it has none. What cannot be read is the business of whoever reads the frames.
    init?(of media: MediaDescription) {
        guard media.format.hasPrefix("mov") else { return nil }
        let found = ByteSource.reading(media.path) { source throws(FileError) in try BoxScanner(source).xmp() }
        guard let text = found else { return nil }
        self.text = text
    }

    /// Adds it to a finished file, where the container's readers look for it.
    func write(to descriptor: Int32, _ container: Container) throws(ExportError) {
        try FinishedFile.writing("the XMP") { () throws(FileError) in
            if container == .mov, try addUserData(to: descriptor) { return true }
            try FileBytes.write(XMPBox.box(text), to: descriptor, at: FileBytes.size(of: descriptor))
            return true
        }
    }

    /// `false` where the index is not at the end. Readers of QuickTime find the box of MP4, too.
    private func addUserData(to descriptor: Int32) throws(FileError) -> Bool {
        let index = try MovieIndex(descriptor: descriptor)
        guard let box = index.box else { return false }
        return try index.addUserData(XMPBox.userData(text), to: [box])
    }
}
