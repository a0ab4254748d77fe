import MediaTime
import Testing

@Suite struct NumberTextTests {
    @Test(
        arguments: [
            (60000 / 1001, 2, "59.94"), (240, 2, "240"), (29.9, 2, "29.9"), (0.5, 1, "0.5"), (0.05, 1, "0.1"),
            (0.04, 1, "0"), (-0.04, 1, "0"), (-1.25, 1, "-1.3"), (1.999, 2, "2"), (0.001, 3, "0.001"),
            (1e15, 0, "1000000000000000"),
            (.infinity, 2, "inf"), (.nan, 2, "nan"), (1e20, 2, "1e+20"),
        ] as [(Double, Int, String)]
    )
    func `Numbers for people have no zeros at the end`(number: Double, decimals: Int, text: String) {
        #expect(number.text(decimals: decimals) == text)
    }
}
