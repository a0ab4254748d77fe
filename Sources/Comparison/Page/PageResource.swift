/// The scripts and styles of the page. They are compiled into the program, so that it needs no files of its own.
enum PageResource {
    /// All scripts. Each one uses only those before it.
    static var scripts: String {
        [
            PackageResources.media_js, PackageResources.deck_js, PackageResources.trial_js,
            PackageResources.video_js, PackageResources.view_js, PackageResources.main_js,
        ].map(text).joined(separator: "\n")
    }

    static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
