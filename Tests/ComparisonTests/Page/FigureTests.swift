import Testing

@testable import Comparison

@Suite struct FigureTests {
    @Test(arguments: [
        (0.0, 2, "0.00"), (-0.001, 2, "0.00"), (-0.006, 2, "-0.01"), (1234.5, 0, "1235"), (0.05, 1, "0.1"),
        (-12.345, 2, "-12.35"), (3, 0, "3"), (.infinity, 1, "∞"), (-.infinity, 1, "−∞"), (.nan, 1, "–"),
    ])
    func `Numbers have so many decimals`(value: Double, decimals: Int, text: String) {
        #expect(Figure.text(value, decimals: decimals) == text)
    }
}
