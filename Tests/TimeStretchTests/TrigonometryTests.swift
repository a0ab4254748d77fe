import CTrigonometry
import Glibc
import Testing

#if arch(x86_64)
    /// The functions that Rubber Band takes from us, against the C library's in extended precision.
    @Suite struct TrigonometryTests {
        /// Coordinates and angles of all sizes, ordinary and not.
        private static let values: [Double] = {
            let tiny: [Double] = [0, .leastNonzeroMagnitude, .leastNormalMagnitude, 1e-200]
            let octaves = stride(from: -40.0, through: 18, by: 0.37).map { exp2($0) }
            let turns = (1...40).map { Double($0) * .pi / 8 }
            let huge: [Double] = [0x1p+20, 1e15, 1e200, .greatestFiniteMagnitude, .infinity]
            let positive = tiny + octaves + turns + turns.flatMap { [$0.nextUp, $0.nextDown] } + huge
            return positive + positive.map { -$0 }
        }()

        @Test func `The angle of a point is right to two and a half units in the last place`() {
            for y in Self.values {
                for x in Self.values {
                    let (ours, exact) = (overcrank_atan2(y, x), atan2l(Float80(y), Float80(x)))
                    expect(ours, exact, "atan2(\(y), \(x))")
                }
            }
        }

        @Test func `Sine and cosine are right to two and a half units in the last place`() {
            for angle in Self.values where angle.isFinite && angle != 0 {
                let (sine, cosine) = turn(by: angle)
                expect(sine, sinl(Float80(angle)), "sin \(angle)")
                expect(cosine, cosl(Float80(angle)), "cos \(angle)")
            }
        }

        @Test(arguments: [0.0, -0.0])
        func `No angle has no sine`(angle: Double) {
            #expect(turn(by: angle) == (0, 1))
        }

        @Test func `What is no number has no angle`() {
            #expect(overcrank_atan2(.nan, 1).isNaN)
            #expect(overcrank_atan2(1, .nan).isNaN)
            for angle in [Double.nan, .infinity, -.infinity] {
                let (sine, cosine) = turn(by: angle)
                #expect(sine.isNaN && cosine.isNaN)
            }
        }

        private func turn(by angle: Double) -> (sine: Double, cosine: Double) {
            var (sine, cosine) = (0.0, 0.0)
            unsafe overcrank_sincos(angle, &sine, &cosine)
            return (sine, cosine)
        }

        private func expect(_ value: Double, _ exact: Float80, _ what: @autoclosure () -> String) {
            let isClose = abs(Float80(value) - exact) <= 2.5 * Float80(Double(exact).ulp)
            if !isClose || value.sign != exact.sign {
                Issue.record("\(what()) is \(value), not \(exact)")
            }
        }
    }
#endif
