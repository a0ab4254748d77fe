internal import Export
internal import MediaTime

/// A damaged place, in JSON.
struct DamageDocument: Encodable {
    let track: Int
    let time: String?
    let timeSeconds: Double?
    let message: String

    init(_ damage: Damage) {
        track = damage.trackIndex
        time = damage.time?.fraction
        timeSeconds = damage.time?.seconds
        message = damage.message
    }
}
