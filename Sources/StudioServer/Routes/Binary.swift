/// Numbers as bytes, the lowest first.
enum Binary {
    static func bytes(of numbers: [Double]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(8 * numbers.count)
        for number in numbers {
            let bits = number.bitPattern
            for shift in stride(from: UInt64(0), to: 64, by: 8) {
                bytes.append(UInt8(truncatingIfNeeded: bits >> shift))
            }
        }
        return bytes
    }

    static func bytes(of numbers: [Float]) -> [UInt8] { bytes(of: numbers.map(\.bitPattern)) }

    static func bytes(of numbers: [Int32]) -> [UInt8] { bytes(of: numbers.map { UInt32(bitPattern: $0) }) }

    private static func bytes(of numbers: [UInt32]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(4 * numbers.count)
        for number in numbers {
            for shift in stride(from: UInt32(0), to: 32, by: 8) {
                bytes.append(UInt8(truncatingIfNeeded: number >> shift))
            }
        }
        return bytes
    }
}

/// Values of headers.
enum Headers {
    /// A file under a name (RFC 6266 and RFC 8187).
    static func attachment(_ name: String) -> String {
        let coded = name.utf8.map { byte -> String in
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"):
                return String(UnicodeScalar(byte))
            default:
                let digits = String(byte, radix: 16, uppercase: true)
                return "%" + (digits.count == 1 ? "0" : "") + digits
            }
        }
        return "attachment; filename*=UTF-8''" + coded.joined()
    }
}
