/// Arguments as they are typed in a shell.
package enum ShellText {
    /// A command line that a POSIX shell takes apart into these arguments. Bytes that are no text, and control characters, are
    /// written `$'\n'`, which bash, zsh, ksh and POSIX 2024 know.
    package static func line(_ arguments: [String]) -> String { arguments.map(word).joined(separator: " ") }

    /// One argument.
    package static func word(_ argument: String) -> String {
        if !argument.isEmpty, argument.utf8.allSatisfy(isPlain) { return argument }
        if argument.unicodeScalars.allSatisfy({ !needsEscape($0) }) {
            // Among scalars: an accent that follows is one character with the apostrophe.
            let parts = argument.unicodeScalars.split(separator: "'", omittingEmptySubsequences: false)
            return "'" + parts.map { String($0) }.joined(separator: "'\\''") + "'"
        }
        return "$'" + argument.unicodeScalars.map(escaped).joined() + "'"
    }

    /// A path that no parser takes for an option, as it may begin with a dash; not quoted.
    package static func positional(_ path: String) -> String { path.hasPrefix("-") ? "./\(path)" : path }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"):
            true
        case UInt8(ascii: "_"), UInt8(ascii: "@"), UInt8(ascii: "%"), UInt8(ascii: "+"), UInt8(ascii: "="),
            UInt8(ascii: ":"), UInt8(ascii: ","), UInt8(ascii: "."), UInt8(ascii: "/"), UInt8(ascii: "-"):
            true
        default: false
        }
    }

    private static func needsEscape(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.generalCategory == .control || PathName.byte(of: scalar) != nil
    }

    private static func escaped(_ scalar: Unicode.Scalar) -> String {
        if scalar == "'" || scalar == "\\" { return "\\\(scalar)" }
        guard needsEscape(scalar) else { return String(scalar) }
        // Octal digits: three at most belong to an escape, so that what follows never does.
        let bytes = PathName.byte(of: scalar).map { [$0] } ?? Array(String(scalar).utf8)
        return bytes.map { byte in
            let digits = String(byte, radix: 8)
            return "\\" + String(repeating: "0", count: 3 - digits.count) + digits
        }.joined()
    }
}
