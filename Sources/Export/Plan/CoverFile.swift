/// Cover art as a file within a file, by the names that players of Matroska look for.
struct CoverFile {
    let name: String
    /// The kind of its contents (MIME).
    let type: String

    /// `nil` for images that libavformat does not take for cover art there.
    ///
    /// - Parameter codec: libav's name of the image's codec.
    init?(codec: String) {
        switch codec {
        case "mjpeg": (name, type) = ("cover.jpg", "image/jpeg")
        case "png": (name, type) = ("cover.png", "image/png")
        case "gif": (name, type) = ("cover.gif", "image/gif")
        case "tiff": (name, type) = ("cover.tif", "image/tiff")
        default: return nil
        }
    }
}
