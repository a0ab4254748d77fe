internal import MediaSyntax

extension ExifDescription {
    /// The description of a frame that a camera has taken just now.
    static func now(of camera: CaptureDeviceInfo) -> ExifDescription {
        let parts = WallClock.parts(WallClock.nanoseconds)
        var description = ExifDescription()
        description.model = camera.name
        description.moment = Moment(
            date: parts.date.joined(separator: ":") + " " + parts.time.joined(separator: ":"),
            fraction: parts.microseconds,
            offset: "+00:00"
        )
        return description
    }
}
