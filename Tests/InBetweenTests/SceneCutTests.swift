import InBetween
import Testing

@Suite struct SceneCutTests {
    private static let format = PictureFormat.planar(192, 128)

    private static func scene(_ level: Double = 1, _ offset: Double = 0) -> Chart {
        Chart(format) { x, y in level * pattern(x + offset, y) }
    }

    /// Another scene: dark, with other shapes.
    private static let other = Chart(format) { x, y in
        let isDark = (Int(x / 24) + Int(y / 32)).isMultiple(of: 2)
        return isDark ? 0.1 : 0.35
    }

    /// Whether each picture goes on with the one before.
    private static func goesOn(_ charts: [Chart], _ method: some InBetweenMethod) -> [Bool] {
        var method = method
        return zip(charts, charts.dropFirst()).map { method.begin($0.picture, $1.picture) }
    }

    static let methods: [any InBetweenMethod] = [MotionMethod(), BlendMethod()]

    @Test(arguments: 0..<2)
    func aCutIsFound(_ method: Int) {
        let before = (0..<4).map { Self.scene(1, Double(3 * $0)) }
        #expect(
            Self.goesOn(before + [Self.other, Self.other], Self.methods[method]) == [true, true, true, false, true]
        )
    }

    @Test(arguments: 0..<2)
    func aCutBetweenScenesOfTheSameGreyLevelsIsFound(_ method: Int) {
        let before = (0..<4).map { Self.scene(1, Double(3 * $0)) }
        let after = Chart(Self.format) { x, y in pattern(1.3 * y + 400, 0.8 * x) }
        #expect(Self.goesOn(before + [after, after], Self.methods[method]) == [true, true, true, false, true])
    }

    @Test(arguments: 0..<2)
    func aCutAtTheBeginningIsFound(_ method: Int) {
        #expect(Self.goesOn([Self.scene(), Self.other], Self.methods[method]) == [false])
    }

    @Test(arguments: 0..<2)
    func aFadeGoesOn(_ method: Int) {
        let fade = (0...8).map { Self.scene(1 - Double($0) / 8, Double($0)) }
        #expect(Self.goesOn(fade, Self.methods[method]).allSatisfy { $0 })
    }

    @Test(arguments: 0..<2)
    func aPanGoesOn(_ method: Int) {
        let pan = (0...5).map { Self.scene(1, Double(16 * $0)) }
        #expect(Self.goesOn(pan, Self.methods[method]).allSatisfy { $0 })
    }

    @Test func anotherFormatDoesNotGoOn() {
        var method = MotionMethod()
        let goesOn = method.begin(Self.scene().picture, Chart(.planar(160, 120)).picture)
        #expect(!goesOn)
    }
}
