/// Finds which of some places is nearest to another one. Places are looked at in the order of how far they are along the first axis, and
/// none of those that are further along it alone than the nearest so far.
struct NearestPlace {
    private let first: [Float]
    private let second: [Float]
    private let third: [Float]
    /// Where each of them was in the list.
    private let numbers: [Int]

    /// Among places, of which there is at least one.
    init(_ places: [SIMD3<Float>]) {
        let sorted = places.indices.sorted { (places[$0].x, $0) < (places[$1].x, $1) }
        numbers = sorted
        first = sorted.map { places[$0].x }
        second = sorted.map { places[$0].y }
        third = sorted.map { places[$0].z }
    }

    /// The number of the nearest place in the list; of several the first.
    ///
    /// - Complexity: O(number of places) at worst.
    func number(nearestTo place: SIMD3<Float>) -> Int {
        let (x, y, z) = (place.x, place.y, place.z)
        var (low, high) = (0, first.count)
        while low < high {
            let middle = (low + high) / 2
            if first[middle] < x { low = middle + 1 } else { high = middle }
        }
        var best = (number: Int.max, distance: Float.infinity)
        // The next one below, and the next one above.
        var (below, above) = (low - 1, low)
        while true {
            let down = below >= 0 ? x - first[below] : .infinity
            let up = above < first.count ? first[above] - x : .infinity
            let isDown = down < up
            let along = isDown ? down : up
            // Where both are as far, the number decides.
            guard along < .infinity, along * along <= best.distance else {
                return best.number == .max ? 0 : best.number
            }
            let index = isDown ? below : above
            if isDown { below -= 1 } else { above += 1 }
            let (across, aside) = (y - second[index], z - third[index])
            let distance = along * along + across * across + aside * aside
            if distance < best.distance || distance == best.distance && numbers[index] < best.number {
                best = (numbers[index], distance)
            }
        }
    }
}
