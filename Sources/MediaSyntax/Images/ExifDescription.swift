/// What is written into an image about how it came about: Exif 2.32 (CIPA DC-008), in as few fields as say it. What is not
/// known is left out.
package struct ExifDescription: Hashable, Sendable {
    /// When the image was taken.
    package struct Moment: Hashable, Sendable {
        /// `2026:11:21 13:20:00`, by the clock that `offset` says.
        package var date: String
        /// The digits after the seconds.
        package var fraction: String
        /// `+02:00`: how far the clock is ahead of UTC.
        package var offset: String

        package init(date: String, fraction: String, offset: String) {
            self.date = date
            self.fraction = fraction
            self.offset = offset
        }
    }

    /// A place on the earth (WGS 84).
    package struct Place: Hashable, Sendable {
        /// Degrees; positive is north.
        package var latitude: Double
        /// Degrees; positive is east.
        package var longitude: Double
        /// Metres above the sea.
        package var altitude: Double?

        package init(latitude: Double, longitude: Double, altitude: Double? = nil) {
            self.latitude = latitude
            self.longitude = longitude
            self.altitude = altitude
        }
    }

    /// What it shows, in words.
    package var title: String?
    package var make: String?
    /// Maker and model in one, where nothing says which is which.
    package var model: String?
    package var lens: String?
    package var moment: Moment?
    package var place: Place?

    package init() {}

    /// The fields as a TIFF file, which each format of images stores in its own place.
    package var bytes: [UInt8] {
        var main: [UInt16: ImageFileDirectory.Value] = [0x0131: .text("overcrank")]
        func set(_ tag: UInt16, _ text: String?, in fields: inout [UInt16: ImageFileDirectory.Value]) {
            if let text, !text.isEmpty { fields[tag] = .text(Self.shortened(text)) }
        }
        set(0x010E, title, in: &main)
        set(0x010F, make, in: &main)
        set(0x0110, model, in: &main)
        var details: [UInt16: ImageFileDirectory.Value] = [0x9000: .bytes(Array("0232".utf8))]
        set(0xA434, lens, in: &details)
        set(0x9003, moment?.date, in: &details)
        set(0x9011, moment?.offset, in: &details)
        set(0x9291, moment?.fraction, in: &details)
        main[0x8769] = .directory(ImageFileDirectory(details))
        if let place { main[0x8825] = .directory(place.directory) }
        return ImageFileDirectory(main).file
    }

    /// A JPEG image has 64 KB for all fields together.
    private static func shortened(_ text: String) -> String { String(text.prefix(1000)) }
}

extension ExifDescription.Place {
    fileprivate var directory: ImageFileDirectory {
        var fields: [UInt16: ImageFileDirectory.Value] = [
            0: .numbers([2, 3, 0, 0]),
            1: .text(latitude < 0 ? "S" : "N"),
            2: .fractions(Self.angle(latitude)),
            3: .text(longitude < 0 ? "W" : "E"),
            4: .fractions(Self.angle(longitude)),
        ]
        if let altitude, altitude.magnitude < 1_000_000 {
            fields[5] = .numbers([altitude < 0 ? 1 : 0])
            fields[6] = .fractions([ImageFileDirectory.Fraction(UInt32((altitude.magnitude * 100).rounded()), 100)])
        }
        return ImageFileDirectory(fields)
    }

    /// Degrees, minutes, and seconds to a ten-thousandth, which is 3 mm.
    private static func angle(_ degrees: Double) -> [ImageFileDirectory.Fraction] {
        let units = UInt64((min(degrees.magnitude, 180) * 36_000_000).rounded())
        return [
            ImageFileDirectory.Fraction(UInt32(units / 36_000_000), 1),
            ImageFileDirectory.Fraction(UInt32(units / 600_000 % 60), 1),
            ImageFileDirectory.Fraction(UInt32(units % 600_000), 10_000),
        ]
    }
}
