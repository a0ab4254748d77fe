internal import Programs

extension ReadEnd {
    /// More is no line that a program prints.
    private static let longest = 1 << 20

    /// Calls a body with every line until the end. What is left without a line break is a line, too.
    func lines(_ body: (String) -> Void) {
        var rest: [UInt8] = []
        while true {
            let bytes = read()
            if bytes.isEmpty { break }
            rest += bytes
            while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                body(String(decoding: rest[..<end], as: UTF8.self))
                rest.removeFirst(end + 1)
            }
            if rest.count > Self.longest { rest = [] }
        }
        if !rest.isEmpty { body(String(decoding: rest, as: UTF8.self)) }
    }
}
