/// Where two planes of the same size are bright and dark.
struct Structures {
    /// From the mean of the first one to that of the second.
    let jump: Double
    /// The smaller one of both variances.
    let leastVariance: Double
    /// The correlation of both: 1 where one is the other one in another light. Meaningless where one has no variance.
    let agreement: Double

    /// Sums over the samples of two planes, each with the sample of the other one in the same place.
    struct Sums {
        var count = 0
        /// Of samples.
        var first = 0
        var second = 0
        /// Of their squares.
        var firstSquares = 0
        var secondSquares = 0
        /// Of the products of both.
        var products = 0
    }

    init(_ sums: Sums) {
        // Exact in 128 bits: of 25 million samples these products take more than 64.
        func spread(_ products: Int, _ a: Int, _ b: Int) -> Double {
            Double(Int128(sums.count) * Int128(products) - Int128(a) * Int128(b))
        }
        let ofFirst = spread(sums.firstSquares, sums.first, sums.first)
        let ofSecond = spread(sums.secondSquares, sums.second, sums.second)
        let count = Double(sums.count)
        jump = Double(sums.second - sums.first) / count
        leastVariance = min(ofFirst, ofSecond) / (count * count)
        agreement = spread(sums.products, sums.first, sums.second) / (ofFirst * ofSecond).squareRoot()
    }

    init(_ first: PaddedPlane<UInt8>, _ second: PaddedPlane<UInt8>) {
        var sums = Sums(count: first.width * first.height)
        for row in 0..<first.height {
            for column in 0..<first.width {
                let (x, y) = (Int(first[column, row]), Int(second[column, row]))
                sums.first += x
                sums.second += y
                sums.firstSquares += x * x
                sums.secondSquares += y * y
                sums.products += x * y
            }
        }
        self.init(sums)
    }
}
