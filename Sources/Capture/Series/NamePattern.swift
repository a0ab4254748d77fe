internal import Glibc
public import MediaTime

/// How the files of a series are named: a path with the conversions of strftime(3), and a counter.
///
/// `video/%Y-%m-%d/%H%M%S.mp4` names a file by the local time at which it begins, and makes the folders that it needs; `%n`
/// is a number that counts on, of three digits, `%5n` of five. `%c` is the camera's number where several are recorded
/// together. `%%` is a percent sign.
public struct NamePattern: Hashable, Sendable {
    /// The text as it was given.
    public let text: String
    /// The camera whose files are named, from 1.
    public var camera = 1
    let pieces: [Piece]

    enum Piece: Hashable, Sendable {
        case text(String)
        /// A conversion of strftime(3).
        case time(Character)
        /// The number, of so many digits at least.
        case counter(Int)
        /// The camera's number.
        case camera
    }

    /// Those that give a name, and the same one wherever they are.
    private static let conversions = Set("aAbBCdeFgGHIjklmMpsSuUVwWyYzZ")
    private static let usualDigits = 3
    private static let mostDigits = 9

    /// Reads a pattern.
    ///
    /// - Throws: `ParseError` for a percent sign that begins no conversion.
    public init(parsing text: String) throws(ParseError) {
        var (pieces, literal, rest) = ([Piece](), "", text[...])
        while let character = rest.popFirst() {
            guard character == "%" else {
                literal.append(character)
                continue
            }
            let digits = rest.prefix { "0123456789".contains($0) }
            rest.removeFirst(digits.count)
            guard let conversion = rest.popFirst() else { throw Self.error(text) }
            let piece: Piece
            switch (conversion, Int(digits)) {
            case ("%", nil):
                literal.append("%")
                continue
            case ("n", let count) where count.map { (1...Self.mostDigits).contains($0) } ?? digits.isEmpty:
                piece = .counter(count ?? Self.usualDigits)
            case ("c", nil) where digits.isEmpty:
                piece = .camera
            case (_, nil) where digits.isEmpty && Self.conversions.contains(conversion):
                piece = .time(conversion)
            default:
                throw Self.error(text)
            }
            if !literal.isEmpty { pieces.append(.text(literal)) }
            literal = ""
            pieces.append(piece)
        }
        if !literal.isEmpty { pieces.append(.text(literal)) }
        self.text = text
        self.pieces = pieces
    }

    private static func error(_ text: String) -> ParseError {
        ParseError(
            text,
            "a name takes %Y %m %d %H %M %S and others of strftime, %n for a number, %c for the camera's number, "
                + "%% for a percent sign"
        )
    }

    /// The pattern of one name.
    public init(literal text: String) {
        self.text = text.reduce("") { $0 + ($1 == "%" ? "%%" : String($1)) }
        pieces = text.isEmpty ? [] : [.text(text)]
    }

    /// The pattern for several cameras: where it does not say which camera, `-cam%c` stands before the ending of the name.
    public var ofSeveralCameras: NamePattern {
        guard !tellsCamera else { return self }
        let start = text.lastIndex(of: "/").map(text.index(after:)) ?? text.startIndex
        // A dot at the beginning hides a file.
        let dot = text[start...].dropFirst().lastIndex(of: ".") ?? text.endIndex
        return (try? NamePattern(parsing: "\(text[..<dot])-cam%c\(text[dot...])")) ?? self
    }

    /// Whether all its names of one camera are the same.
    public var isConstant: Bool {
        pieces.allSatisfy { piece in
            switch piece {
            case .text, .camera: true
            case .time, .counter: false
            }
        }
    }

    /// Whether its names tell the camera.
    public var tellsCamera: Bool { pieces.contains(.camera) }

    /// Whether names differ in a number.
    var counts: Bool { pieces.contains { if case .counter = $0 { true } else { false } } }

    /// The name of a file.
    ///
    /// - Parameters:
    ///   - nanoseconds: when it begins, since 1970; the name tells it in local time.
    ///   - number: of the file.
    /// - Returns: its path.
    public func path(at nanoseconds: Int64, number: Int) -> String {
        let whole = nanoseconds / 1_000_000_000
        var seconds = time_t(nanoseconds < 0 && whole * 1_000_000_000 != nanoseconds ? whole - 1 : whole)
        var parts = unsafe tm()
        unsafe localtime_r(&seconds, &parts)
        return pieces.map { piece in
            switch piece {
            case .text(let text): text
            case .time(let conversion): unsafe Self.text(conversion, &parts)
            case .counter(let digits): Self.padded(number, digits)
            case .camera: String(camera)
            }
        }.joined()
    }

    private static func padded(_ number: Int, _ digits: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }

    private static func text(_ conversion: Character, _ parts: inout tm) -> String {
        var buffer = [CChar](repeating: 0, count: 64)
        let length = unsafe strftime(&buffer, buffer.count, "%\(conversion)", &parts)
        // Some pad with spaces.
        let text = String(decoding: buffer.prefix(length).map(UInt8.init(bitPattern:)), as: UTF8.self)
        return String(text.map { $0 == " " ? "0" : $0 })
    }
}

extension NamePattern {
    /// The folder that all its files are in: its folders without a conversion.
    public var folder: String {
        let fixed = fixedPrefix
        guard let slash = fixed.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
        return slash == fixed.startIndex ? "/" : String(fixed[..<slash])
    }

    /// The pattern of names in that folder.
    public var name: String { String(text.dropFirst(literalCount)) }

    /// A path of one of its files as a name in that folder.
    func name(of path: String) -> String { String(path.dropFirst(folderPrefix.count)) }

    /// The path of a name in that folder.
    func path(of name: String) -> String { folderPrefix + name }

    /// For each folder on the way to a file, and the file, what its name is like: a pattern of fnmatch(3).
    var globs: [String] {
        let names = pieces.map { piece in
            if case .text(let text) = piece { Self.escaped(text) } else { "*" }
        }
        let parts = names.joined().dropFirst(Self.escaped(folderPrefix).count).split(separator: "/").map(String.init)
        // What tells names apart that would be the same stands before the ending.
        return parts.dropLast()
            + parts.suffix(1).map { last in
                guard let dot = last.lastIndex(of: ".") else { return last + "*" }
                return last[..<dot] + "*" + last[dot...]
            }
    }

    private var fixedPrefix: String { if case .text(let text) = pieces.first { text } else { "" } }

    var folderPrefix: String {
        let fixed = fixedPrefix
        return fixed.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(fixed[...$0]) } ?? ""
    }

    /// Characters of the text up to there: a percent sign takes two.
    private var literalCount: Int { folderPrefix.reduce(0) { $0 + ($1 == "%" ? 2 : 1) } }

    private static func escaped(_ text: String) -> String {
        text.reduce("") { "*?[\\".contains($1) ? "\($0)\\\($1)" : "\($0)\($1)" }
    }
}
