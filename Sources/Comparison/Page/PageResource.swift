/// The page's own files, which are built into the program, so that it can be put anywhere.
enum PageResource {
    /// In the order in which they need each other.
    static var scripts: String {
        [
            PackageResources.media_js, PackageResources.deck_js, PackageResources.trial_js,
            PackageResources.video_js, PackageResources.view_js, PackageResources.main_js,
        ].map(text).joined(separator: "\n")
    }

    static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
