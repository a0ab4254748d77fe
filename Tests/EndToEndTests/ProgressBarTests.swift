import Testing

@testable import overcrank

@Suite struct ProgressBarTests {
    @Test func `It shows how far, how fast and how long`() {
        let line = ProgressBar.line(0.42, frames: 1180, elapsed: 10, width: 80)
        #expect(line == "[================>                       ]   42%  118 fps  0:14 left")
    }

    @Test func `It fits any terminal`() {
        for width in 10...120 {
            for fraction in [0, 0.005, 0.5, 1] {
                let line = ProgressBar.line(fraction, frames: 100_000, elapsed: 5000, width: width)
                #expect(line.count <= max(width, 30), "\(width) columns at \(fraction)")
            }
        }
    }

    @Test(arguments: [(-1.0, "  0%"), (2.0, "100%")])
    func `It stays between nothing and everything`(fraction: Double, text: String) {
        #expect(ProgressBar.line(fraction, frames: 0, elapsed: 0, width: 80).contains(text))
    }
}
