internal import ArgumentParser
internal import MediaTime

extension Read {
    /// An exposure: `1/500`, `2ms`.
    @Sendable static func shutter(_ text: String) throws -> RationalTime {
        guard case .time(let time)? = try? TimeExpression(parsing: text), time > .zero else {
            throw ValidationError("'\(text)' is no exposure: write 1/500 or 2ms")
        }
        return time
    }
}
