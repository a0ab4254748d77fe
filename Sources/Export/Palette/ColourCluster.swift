/// A colour, and how many pixels have it.
struct ColourPoint {
    /// Components from 0 to 255.
    let screen: SIMD3<Float>
    /// In Oklab.
    let place: SIMD3<Float>
    let weight: Float

    init(screen: SIMD3<Float>, weight: Float) {
        (self.screen, self.weight) = (screen, weight)
        place = Oklab.place(of: screen)
    }
}

/// Colours that are drawn as one.
struct ColourCluster {
    private let points: [ColourPoint]
    private let weight: Float
    let mean: SIMD3<Float>
    /// The sum of the squared distances from the mean, by axis.
    private let spread: SIMD3<Float>

    private init(_ points: [ColourPoint]) {
        self.points = points
        var (weight, sum, squares) = (Float(0), SIMD3<Float>.zero, SIMD3<Float>.zero)
        for point in points {
            weight += point.weight
            sum += point.weight * point.place
            squares += point.weight * (point.place * point.place)
        }
        self.weight = weight
        mean = weight > 0 ? sum / weight : .zero
        spread = (squares - sum * mean).replacing(with: 0, where: squares .< sum * mean)
    }

    /// Colours in at most so many sets: that with the largest spread is divided, again and again.
    ///
    /// - Complexity: O(n log n) for each level of divisions.
    static func divided(_ points: [ColourPoint], into count: Int) -> [ColourCluster] {
        var clusters = points.isEmpty ? [] : [ColourCluster(points)]
        while clusters.count < count {
            let places = clusters.indices.filter { clusters[$0].points.count > 1 }
            guard let widest = places.max(by: { clusters[$0].spread.sum() < clusters[$1].spread.sum() }),
                let (one, other) = clusters[widest].halves
            else { break }
            clusters[widest] = one
            clusters.append(other)
        }
        return clusters
    }

    /// Two sets whose spreads are together the least, divided across the axis of the largest spread.
    private var halves: (ColourCluster, ColourCluster)? {
        let axis = (0..<3).max { spread[$0] < spread[$1] } ?? 0
        let sorted = points.sorted { $0.place[axis] < $1.place[axis] }
        // The spread of both sides is least where the squares of their means, by weight, are greatest.
        let total = sorted.reduce(SIMD3<Float>.zero) { $0 + $1.weight * $1.place }
        var (left, leftWeight) = (SIMD3<Float>.zero, Float(0))
        var best = (count: 0, value: -Float.infinity)
        for index in 0..<sorted.count - 1 {
            left += sorted[index].weight * sorted[index].place
            leftWeight += sorted[index].weight
            let (right, rightWeight) = (total - left, weight - leftWeight)
            guard leftWeight > 0, rightWeight > 0 else { continue }
            let value = (left * left).sum() / leftWeight + (right * right).sum() / rightWeight
            if value > best.value { best = (index + 1, value) }
        }
        guard best.count > 0 else { return nil }
        return (ColourCluster(Array(sorted[..<best.count])), ColourCluster(Array(sorted[best.count...])))
    }
}
