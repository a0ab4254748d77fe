import Glibc
import Testing

@testable import Export

/// Movements between two pictures are found to a small part of a pixel.
@Suite struct FrameAlignmentTests {
    private static func scene(_ x: Double, _ y: Double) -> Double {
        var value = 120.0
        for (index, length) in [9.0, 14, 23, 37, 61, 110].enumerated() {
            let direction = 0.7 + 1.9 * Double(index)
            value += 15 * sin(2 * .pi * (x * cos(direction) + y * sin(direction)) / length + direction)
        }
        return value
    }

    /// The scene behind a movement.
    private func picture(_ motion: FrameMotion, gain: Double = 1, somebodyAt: Double? = nil) -> GreyPicture {
        let (width, height) = (200, 120)
        let back = motion.inverse
        var samples: [Float] = []
        for row in 0..<height {
            for column in 0..<width {
                let (x, y) = (Double(column) - 99.5, Double(row) - 59.5)
                let seen = FrameMotion(x: x, y: y).then(back)
                var value = Self.scene(seen.x, seen.y)
                // Who goes through the scene.
                if let somebodyAt, abs(x - somebodyAt) < 25, y > -20 {
                    value = Self.scene(3 * (x - somebodyAt) + 500, 2 * y + 300)
                }
                samples.append(Float(gain * value + (gain - 1) * 30))
            }
        }
        return GreyPicture(width: width, height: height, samples: samples)
    }

    @Test(arguments: [
        FrameMotion(x: 0.3, y: -0.2), FrameMotion(x: 2.4, y: 1.7, angle: 0.01), FrameMotion(x: -5, y: 3, angle: -0.02),
        FrameMotion(),
    ])
    func `The movement is found`(motion: FrameMotion) {
        let found = FrameAlignment(from: picture(.none), to: picture(motion), guess: .none).motion
        #expect(abs(found.x - motion.x) < 0.03 && abs(found.y - motion.y) < 0.03, "\(found)")
        #expect(abs(found.angle - motion.angle) < 2e-4, "\(found)")
    }

    @Test func `Neither light nor somebody who goes through the scene changes it`() {
        let motion = FrameMotion(x: 1.6, y: -0.7, angle: 0.004)
        let (first, second) = (picture(.none, somebodyAt: -40), picture(motion, gain: 1.2, somebodyAt: -28))
        let alignment = FrameAlignment(from: first, to: second, guess: .none)
        #expect(abs(alignment.motion.x - motion.x) < 0.05 && abs(alignment.motion.y - motion.y) < 0.05, "\(alignment)")
        #expect(alignment.likeness(of: first, and: second) > 0.7)
    }

    @Test func `Another scene is not alike, and nor is one that shows nothing`() {
        let (first, other) = (picture(.none), picture(FrameMotion(x: 900, y: 700, angle: 1)))
        #expect(FrameAlignment(from: first, to: other, guess: .none).likeness(of: first, and: other) < 0.7)
        let black = GreyPicture(width: 200, height: 120, samples: [Float](repeating: 16, count: 200 * 120))
        let alignment = FrameAlignment(from: black, to: black, guess: .none)
        #expect(alignment.motion == .none && alignment.likeness(of: black, and: black) == 0)
    }

    @Test func `Errors do not add up`() {
        var tracker = CameraTracker()
        for number in 0..<30 {
            let place = FrameMotion(x: 1.5 * sin(Double(number)), y: cos(1.3 * Double(number)))
            tracker.add(picture(place), scale: 3, at: Double(number) / 30)
        }
        #expect(tracker.paths.count == 1)
        for (number, place) in (tracker.paths.first?.places ?? []).enumerated() {
            // What brings the scene to where it lay first.
            let x = 3 * (1.5 * sin(0.0) - 1.5 * sin(Double(number)))
            let y = 3 * (1 - cos(1.3 * Double(number)))
            #expect(abs(place.x - x) < 0.1 && abs(place.y - y) < 0.1, "frame \(number): \(place)")
        }
    }
}
