internal import Files
internal import Glibc
internal import MediaFormats
internal import MediaSyntax
internal import PathNames

/// The XMP of a clip: its title, its rating, who made it, as editors and catalogues write it. libavformat reads it, and does not
/// write it.
struct MovieXMP {
    private let text: [UInt8]

    /// Of a source; `nil` where it has none. What cannot be read is the business of whoever reads the frames.
    init?(of media: MediaDescription) {
        guard media.format.hasPrefix("mov") else { return nil }
        let descriptor = unsafe open(media.path.pathBytes, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        guard let text = (try? BoxScanner(file: descriptor).xmp()) ?? nil else { return nil }
        self.text = text
    }

    /// Adds it to a finished file, where the container's readers look for it.
    func write(to descriptor: Int32, _ container: Container) throws(ExportError) {
        do throws(FileError) {
            if container == .mov, try addUserData(to: descriptor) { return }
            try FileBytes.write(XMPBox.box(text), to: descriptor, at: FileBytes.size(of: descriptor))
        } catch {
            throw ExportError(.writing, "cannot write the XMP: \(error.reason)")
        }
    }

    /// `false` where the index is not at the end. Readers of QuickTime find the box of MP4, too.
    private func addUserData(to descriptor: Int32) throws(FileError) -> Bool {
        let index = try MovieIndex(descriptor: descriptor)
        guard let box = index.box else { return false }
        let data = try BoxScanner(file: descriptor).first("udta", in: box.content)
        return try index.add(
            XMPBox.userData(text, isInside: data != nil),
            to: [box] + (data.map { [$0] } ?? [])
        )
    }
}
