internal import MediaSyntax

/// Where a clip was filmed, as phones write it.
enum ClipPlace {
    /// Reads ISO 6709, annex H: `+47.5678+008.1234+412.3/`, with degrees, degrees and minutes, or degrees, minutes and seconds.
    /// `nil` for other texts, and for places that are not on the earth.
    static func place(parsing text: String) -> ExifDescription.Place? {
        let numbers = parts(of: text.prefix { $0 != "/" && $0 != "C" })
        guard numbers.count == 2 || numbers.count == 3,
            let latitude = degrees(numbers[0], digits: 2), let longitude = degrees(numbers[1], digits: 3),
            abs(latitude) <= 90, abs(longitude) <= 180
        else { return nil }
        return ExifDescription.Place(
            latitude: latitude,
            longitude: longitude,
            altitude: numbers.count == 3 ? Double(numbers[2]) : nil
        )
    }

    /// Cuts before each sign.
    private static func parts(of text: Substring) -> [String] {
        text.reduce(into: []) { parts, character in
            if character == "+" || character == "-" {
                parts.append(String(character))
            } else if !parts.isEmpty {
                parts[parts.count - 1].append(character)
            } else {
                // A text that does not begin with a sign is none.
                parts = ["", "", "", ""]
            }
        }
    }

    /// Degrees of a number whose whole degrees have so many digits; two more are minutes, and two more seconds.
    private static func degrees(_ text: String, digits: Int) -> Double? {
        let body = text.dropFirst()
        let whole = body.prefix { $0 != "." }
        guard body.allSatisfy({ $0 == "." || "0"..."9" ~= $0 }), let number = Double(body) else { return nil }
        let value: Double
        switch whole.count {
        case ...digits: value = number
        case digits + 2:
            let degrees = (number / 100).rounded(.down)
            value = degrees + (number - degrees * 100) / 60
        case digits + 4:
            let (degrees, minutes) = ((number / 10_000).rounded(.down), (number / 100).rounded(.down))
            value = degrees + (minutes - degrees * 100) / 60 + (number - minutes * 100) / 3600
        default: return nil
        }
        return text.hasPrefix("-") ? -value : value
    }
}
