import Testing

@testable import FFmpeg

@Suite struct PixelFormatTests {
    @Test func `Grey becomes luma, also beside red, green and blue`() throws {
        func format(_ name: String) throws -> PixelFormat { try #require(PixelFormat(named: name)) }
        let offered = try ["gbrp", "yuv420p", "yuv444p", "gbrp10le", "yuv420p10le"].map(format)
        #expect(try format("gray").leastLossy(of: offered)?.name == "yuv420p")
        #expect(try format("gray10le").leastLossy(of: offered)?.name == "yuv420p10le")
        #expect(try format("gray").leastLossy(of: [format("gbrp")])?.name == "gbrp")
        let transparent = try ["ya8", "gray16le", "gbrap16le"].map(format)
        #expect(try format("ya16be").leastLossy(of: transparent, keepingTransparency: true)?.name == "gbrap16le")
        #expect(try format("ya16be").leastLossy(of: transparent)?.name == "gray16le")
        #expect(try format("rgb24").leastLossy(of: offered)?.name == "gbrp")
    }
}
