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

    /// A card of three lines of letters in a grey level upon another one, moved to the left by so many samples.
    private static func card(_ ink: Double, on paper: Double, movedBy way: Double = 0) -> Chart {
        Chart(format) { x, y in
            let (column, row) = (Int(((x + way) / 4).rounded(.down)), Int(y / 4))
            let hash = UInt32(bitPattern: Int32(column * 97 + row)) &* 2_654_435_761
            let isWritten = (10...21).contains(row) && row % 4 < 3 && hash >> 29 < 3
            return isWritten ? ink : paper
        }
    }

    /// A picture that stands still for two seconds.
    private static func still(_ chart: Chart) -> [Chart] { [Chart](repeating: chart, count: 12) }

    /// After pictures that are the same, little is usual: what is found but roughly is far worse.
    @Test(arguments: [1, 10, 30, 38, 45], 0..<2)
    func aCardThatBeginsToMoveGoesOn(_ speed: Int, _ method: Int) {
        let moving = (1...4).map { Self.card(1, on: 0, movedBy: Double(speed * $0)) }
        #expect(Self.goesOn(Self.still(Self.card(1, on: 0)) + moving, Self.methods[method]).allSatisfy { $0 })
    }

    @Test(arguments: [1, 8, 16], 0..<2)
    func aPictureThatBeginsToMoveGoesOn(_ speed: Int, _ method: Int) {
        let moving = (1...4).map { Self.scene(1, Double(speed * $0)) }
        #expect(Self.goesOn(Self.still(Self.scene()) + moving, Self.methods[method]).allSatisfy { $0 })
    }

    @Test(arguments: 0..<2)
    func aFadeOfWhatStoodStillGoesOn(_ method: Int) {
        let fade = (1...5).map { Self.scene(1 - Double($0) / 6) }
        #expect(Self.goesOn(Self.still(Self.scene()) + fade, Self.methods[method]).allSatisfy { $0 })
    }

    @Test(arguments: 0..<2)
    func aLampThatFlashesUponWhatStoodStillGoesOn(_ method: Int) {
        let lit = Chart(Self.format) { x, y in 0.3 + 0.6 * pattern(x, y) }
        let pictures = Self.still(Self.scene()) + [lit, Self.scene(), Self.scene()]
        #expect(Self.goesOn(pictures, Self.methods[method]).allSatisfy { $0 })
    }

    static let otherScenes = [
        other, card(1, on: 0), card(0, on: 0.8), Chart(format) { x, y in pattern(1.3 * y + 400, 0.8 * x) },
    ]

    @Test(arguments: otherScenes.indices, 0..<2)
    func aCutAfterWhatStoodStillIsFound(_ scene: Int, _ method: Int) {
        let pictures = Self.still(Self.scene()) + [Self.otherScenes[scene], Self.otherScenes[scene]]
        #expect(Self.goesOn(pictures, Self.methods[method]).suffix(2) == [false, true])
    }

    /// In the light of a card that is far darker, the letters of another one, and they only, are cut off at black.
    @Test(arguments: [false, true], 0..<2)
    func aCutBetweenCardsOfOppositeGreyLevelsIsFound(_ isReversed: Bool, _ method: Int) {
        let (grey, black) = (Self.card(0, on: 0.12), Self.card(0.11, on: 0, movedBy: 71))
        let (first, second) = isReversed ? (black, grey) : (grey, black)
        #expect(Self.goesOn(Self.still(first) + [second, second], Self.methods[method]).suffix(2) == [false, true])
    }

    @Test func anotherFormatDoesNotGoOn() {
        var method = MotionMethod()
        let goesOn = method.begin(Self.scene().picture, Chart(.planar(160, 120)).picture)
        #expect(!goesOn)
    }
}
