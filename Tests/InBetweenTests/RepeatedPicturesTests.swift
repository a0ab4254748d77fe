import InBetween
import Testing

@Suite struct RepeatedPicturesTests {
    /// The numbers of the pictures that stay, of some that differ from one to the next by so many grey levels.
    private static func distinct(_ changes: [Double]) -> [Int] {
        var pictures = RepeatedPictures()
        // Changes go on: what lies further apart differs by their sum.
        func difference(_ first: Int, _ second: Int) -> Int {
            Int(changes[first..<second].reduce(0, +) * Double(Likeness.mostSame))
        }
        var (numbers, number) = ([Int](), 0)
        while number <= changes.count {
            var run = RepeatedPictures.Run()
            while run.isOpen, number + run.count < changes.count {
                run.add(difference(number, number + run.count + 1))
            }
            numbers.append(number)
            number += 1 + pictures.repetitions(of: run)
        }
        return numbers
    }

    @Test(arguments: [
        // Twice, and three times.
        ([30.0, 0, 30, 0, 30], [0, 1, 3, 5]), ([0, 30, 0, 30, 0, 30], [0, 2, 4, 6]),
        ([30, 0, 0, 30, 0, 0, 30], [0, 1, 4, 7]),
        // With coding noise.
        ([30, 2.5, 30, 1.8, 30], [0, 1, 3, 5]), ([1.6, 30, 1.1, 30], [0, 2, 4]), ([30, 1.5, 1.9, 30], [0, 1, 4]),
        ([30, 0.5, 2, 30], [0, 1, 4]), ([6, 1.1, 7], [0, 1, 3]),
        // What rests for a moment, and what slowly moves.
        ([8, 2.5, 9], [0, 1, 2, 3]), ([30, 4.5, 30], [0, 1, 2, 3]), ([2, 2, 2, 2], [0, 1, 2, 3, 4]),
        // What begins to move, and what comes to rest.
        ([2, 2, 2, 2, 30, 30], [0, 1, 2, 3, 4, 5, 6]),
        ([30, 30, 2, 2, 2], [0, 1, 2, 3, 4, 5]),
        ([30, 2, 3, 30], [0, 1, 2, 3, 4]),
        // What stands still, and moves then.
        ([0, 0, 0, 0, 30, 30], [0, 1, 2, 3, 4, 5, 6]), ([0, 0, 0, 2, 30], [0, 1, 2, 3, 4, 5]),
        // What comes last.
        ([30, 2], [0, 1, 2]),
    ])
    func picturesThatRepeatOthersAreTakenOut(_ changes: [Double], _ distinct: [Int]) {
        #expect(Self.distinct(changes) == distinct)
    }
}
