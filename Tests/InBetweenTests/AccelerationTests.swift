@testable import InBetween
import Testing

@Suite struct AccelerationTests {
    private static let format = PictureFormat.planar(192, 128)

    /// A pattern that gets faster, and turns.
    private static func picture(_ t: Double) -> Chart {
        Chart(format) { pattern($0 - 3 * t - 4 * t * t, $1 + 5 * t - 2.5 * t * t) }
    }

    /// What is made between the second and the third of four pictures.
    private static func made(_ instants: [Int], knowing others: Bool, at part: Double) -> Chart {
        let pictures = instants.map { picture(Double($0) / 2).picture }
        var method = MotionMethod()
        func begin(_ index: Int) {
            let next = others ? instants[index + 2] - instants[index + 1] : nil
            let goesOn = method.begin(
                pictures[index],
                pictures[index + 1],
                lasting: instants[index + 1] - instants[index],
                then: next.map { NextPicture(picture: pictures[index + 2], duration: $0) }
            )
            #expect(goesOn)
        }
        if others { begin(0) }
        begin(1)
        return Chart(method, at: Int(part * 65536), format)
    }

    @Test(arguments: [[0, 2, 4, 6], [0, 1, 3, 5], [1, 3, 4, 6], [0, 2, 3, 4]])
    func whatIsThrownIsWhereItMustBe(_ instants: [Int]) {
        for part in [0.25, 0.5, 0.7] {
            let instant = Double(instants[1]) + part * Double(instants[2] - instants[1])
            let truth = Self.picture(instant / 2)
            let straight = Self.made(instants, knowing: false, at: part).likeness(to: truth, border: 32)
            let made = Self.made(instants, knowing: true, at: part).likeness(to: truth, border: 32)
            #expect(made > 34 && made > straight + 1, "\(made) instead of \(straight) at \(part)")
        }
    }

    /// Vectors that are the same everywhere.
    private static func fields(_ forward: Int32, _ backward: Int32) -> MotionFields {
        func field(_ x: Int32) -> MotionField {
            var field = MotionField(width: 64, height: 64, step: 8)
            field.vectors = field.vectors.map { _ in MotionVector(x: x, y: 0) }
            return field
        }
        return MotionFields(forward: field(forward), backward: field(backward))
    }

    /// How far from its straight way, in eighths of a sample, is what moves by 16 samples, half-way.
    private static func bend(
        before: (MotionFields, duration: Int),
        after: (MotionFields, duration: Int),
        lasting duration: Int = 1
    ) -> Int32? {
        let acceleration = Acceleration(
            Acceleration.Beside(fields: before.0, duration: before.duration),
            lasting: duration,
            Acceleration.Beside(fields: after.0, duration: after.duration)
        )
        var field = MotionField(width: 64, height: 64, step: 4)
        field.vectors = field.vectors.map { _ in MotionVector(x: 128, y: 0) }
        let cells = [MixedCell](repeating: MixedCell(), count: field.vectors.count)
        return acceleration?.bent(cells, along: field, at: 32768)[0].bend.x
    }

    @Test func theWayBendsByAnEighthOfWhatTheSpeedChangesBy() {
        #expect(Self.bend(before: (Self.fields(8, -8), 1), after: (Self.fields(24, -24), 1)) == -8)
        #expect(Self.bend(before: (Self.fields(16, -16), 1), after: (Self.fields(16, -16), 1)) == 0)
        // In half of the time half as far.
        #expect(Self.bend(before: (Self.fields(8, -8), 2), after: (Self.fields(8, -8), 2), lasting: 4) == 0)
        #expect(Self.bend(before: (Self.fields(2, -2), 1), after: (Self.fields(14, -14), 1), lasting: 2) == -16)
    }

    @Test func whatIsNotFoundBackTellsNothing() {
        #expect(Self.bend(before: (Self.fields(8, -8), 1), after: (Self.fields(-60, 0), 1)) == -8)
        #expect(Self.bend(before: (Self.fields(40, 0), 1), after: (Self.fields(24, -24), 1)) == -8)
        #expect(Self.bend(before: (Self.fields(40, 0), 1), after: (Self.fields(60, 0), 1)) == 0)
    }

    @Test func bendsThatContradictEachOtherCancel() {
        #expect(Self.bend(before: (Self.fields(8, -8), 1), after: (Self.fields(8, -8), 1)) == 0)
        // One of them says that all goes straight on: half of the other one's half.
        #expect(Self.bend(before: (Self.fields(8, -8), 1), after: (Self.fields(16, -16), 1)) == -2)
    }

    @Test func intervalsThatAreTooDifferentTellNothing() {
        let fields = Self.fields(8, -8)
        #expect(Self.bend(before: (fields, 4), after: (fields, 1)) == nil)
        #expect(Self.bend(before: (fields, 1), after: (fields, 1), lasting: 4) == nil)
        #expect(Self.bend(before: (fields, 0), after: (fields, 1)) == nil)
    }
}
