@testable import SceneRendering
import Testing

@Suite("The captions' letters")
struct BitmapFontTests {
    static let characters = Array("0123456789AEFMPRSf.:/ ")

    @Test("fill a cell of five by seven", arguments: characters)
    func size(character: Character) throws {
        let glyph = try #require(BitmapFont.glyph(character))
        #expect(glyph.count == BitmapFont.rows)
        #expect(glyph.allSatisfy { $0 < 1 << BitmapFont.columns })
    }

    @Test("differ from each other in three cells or more", arguments: characters)
    func distinct(character: Character) throws {
        let glyph = try #require(BitmapFont.glyph(character))
        for other in Self.characters where other != character {
            let differing = zip(glyph, try #require(BitmapFont.glyph(other))).reduce(0) {
                $0 + ($1.0 ^ $1.1).nonzeroBitCount
            }
            #expect(differing >= 3, "\(character) and \(other)")
        }
    }

    @Test("appear on the canvas cell by cell", arguments: characters)
    func drawn(character: Character) throws {
        let cell = 3
        let (columns, rows) = (BitmapFont.columns * cell, BitmapFont.rows * cell)
        let canvas = PlaneCanvas(plane: .luma, columns: columns, rows: rows, stride: columns)
        var samples = [UInt8](repeating: 16, count: columns * rows)
        var span = samples.mutableSpan
        canvas.write(String(character), at: Point(x: 0, y: 0), cell: Double(cell), .white, in: &span)

        let glyph = try #require(BitmapFont.glyph(character))
        for row in 0..<rows {
            for column in 0..<columns {
                let isSet = glyph[row / cell] >> (BitmapFont.columns - 1 - column / cell) & 1 == 1
                #expect(samples[row * columns + column] == (isSet ? 235 : 16))
            }
        }
    }
}
