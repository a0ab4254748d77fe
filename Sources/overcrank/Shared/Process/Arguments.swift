internal import Glibc
internal import PathNames

/// The words of the command line, without the command's name. They are bytes: Swift's own list replaces what is no UTF-8, and
/// the file of that name could not be opened.
enum Arguments {
    static var words: [String] {
        (1..<max(1, Int(CommandLine.argc))).compactMap { index in
            guard let word = unsafe CommandLine.unsafeArgv[index] else { return nil }
            let bytes = unsafe UnsafeBufferPointer(start: word, count: strlen(word))
            return unsafe PathName.text(of: bytes.map(UInt8.init(bitPattern:)))
        }
    }

    /// Whether answers are to be JSON: also where the command line cannot be read.
    static var wantJSON: Bool { words.prefix { $0 != "--" }.contains("--json") }
}
