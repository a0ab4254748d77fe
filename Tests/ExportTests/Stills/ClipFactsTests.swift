import MediaSyntax
import MediaTime
import Testing

@testable import Export

/// When and where a clip was filmed, as cameras write it.
@Suite struct ClipFactsTests {
    @Test(arguments: [
        ("2026-11-21T13:20:00.250000Z", "2026:11:21 13:20:01", "750000", "+00:00"),
        ("2026-11-21T23:59:59+0200", "2026:11:22 00:00:00", "500000", "+02:00"),
        ("2024-02-28T23:59:58.6-03:30", "2024:02:29 00:00:00", "100000", "-03:30"),
        ("2023-12-31 23:59:59", "2024:01:01 00:00:00", "500000", "+00:00"),
        ("2000-02-29T12:00:00Z", "2000:02:29 12:00:01", "500000", "+00:00"),
    ])
    func `A date goes on with the clip`(text: String, date: String, fraction: String, offset: String) throws {
        let moment = try #require(ClipDate(parsing: text)?.later(by: RationalTime(3, 2))?.moment)
        #expect(moment.date == date)
        #expect(moment.fraction == fraction)
        #expect(moment.offset == offset)
    }

    @Test(arguments: [
        "", "2026", "2026-13-01T00:00:00Z", "1904-01-01T00:00:00Z", "1970-01-01T00:00:00Z", "21.11.2026 13:20",
    ])
    func `What is no date of a camera is none`(text: String) { #expect(ClipDate(parsing: text) == nil) }

    @Test(
        arguments: [
            ("+47.5678+008.1234+412.3/", 47.5678, 8.1234, 412.3), ("-33.8000+151.2000/", -33.8, 151.2, nil),
            ("+4730.5-00815.25/", 47.508333, -8.254167, nil), ("+473030+0081530+10/", 47.508333, 8.258333, 10),
        ] as [(String, Double, Double, Double?)]
    )
    func `A place is read`(text: String, latitude: Double, longitude: Double, altitude: Double?) throws {
        let place = try #require(ClipPlace.place(parsing: text))
        #expect(abs(place.latitude - latitude) < 1e-6)
        #expect(abs(place.longitude - longitude) < 1e-6)
        #expect(place.altitude == altitude)
    }

    @Test(arguments: ["", "/", "47.5,8.1", "+47.5/", "+95.0+008.0/", "+47.5+008.0+1+2/", "+4x+008/", "+1234567+008.1/"])
    func `What is no place is none`(text: String) { #expect(ClipPlace.place(parsing: text) == nil) }

    @Test func `Lines of text beside one another do not touch`() throws {
        for textWidth in [0, 214, 226, 500] {
            let layout = try SheetLayout(count: 6, width: 1080, height: 1920, textWidth: textWidth, columns: 3)
            #expect(layout.corner(ofTile: 1).left - layout.corner(ofTile: 0).left > textWidth + SheetLayout.gap)
        }
    }

    @Test(arguments: [1, 2, 5, 24, 100], [nil, 1, 3])
    func `Tiles of a sheet lie beside one another`(count: Int, columns: Int?) throws {
        let layout = try SheetLayout(count: count, width: 1080, height: 1920, textWidth: 214, columns: columns)
        if let columns { #expect(layout.columns == min(columns, count)) }
        #expect(layout.columns * layout.rows >= count && layout.columns * (layout.rows - 1) < count)
        #expect(layout.imageWidth == 180 && layout.imageHeight == 320)
        let last = layout.corner(ofTile: count - 1)
        #expect(last.left + layout.tileWidth < layout.width)
        #expect(last.top + layout.imageHeight + SheetLayout.textHeight < layout.height + 1)
        #expect(throws: ExportError.self) {
            try SheetLayout(count: 10_000, width: 16, height: 9, textWidth: 0, columns: columns)
        }
    }
}
