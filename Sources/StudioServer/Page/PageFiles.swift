/// The files of the page. They are compiled into the program, so that it needs no files of its own.
enum PageFiles {
    /// The page.
    static var index: [UInt8] { PackageResources.index_html }

    /// A file beside the page, by its name, with its type; `nil` where there is none.
    static func file(_ name: String) -> (bytes: [UInt8], type: String)? {
        guard let bytes = files[name] else { return nil }
        return (bytes, name.hasSuffix(".css") ? "text/css; charset=utf-8" : "text/javascript; charset=utf-8")
    }

    private static let files: [String: [UInt8]] = [:]
}
