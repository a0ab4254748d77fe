internal import Export
internal import MediaTime

/// Damage in words.
enum DamageText {
    static func lines(_ damage: [Damage], count: Int) -> [String] {
        let shown = damage.prefix(5).map { place in
            let time = place.time.map { " at \($0.clock)" } ?? ""
            return "track \(place.trackIndex) is damaged\(time): \(place.message)"
        }
        return count > shown.count ? shown + ["… and \(count - shown.count) more damaged places"] : shown
    }
}
