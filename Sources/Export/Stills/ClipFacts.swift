internal import MediaFormats
internal import MediaSyntax
internal import MediaTime
internal import PathNames

/// What a clip's metadata says of how it was filmed, for the descriptions of its stills.
struct ClipFacts: Sendable {
    private let name: String
    private let make: String?
    private let model: String?
    private let lens: String?
    private let date: ClipDate?
    private let place: ExifDescription.Place?

    init(_ plan: StillPlan) {
        let items = plan.media.metadata + plan.track.metadata
        /// The first of several keys that the metadata has with a text that can be read.
        func first<Value>(_ keys: [String], _ read: (String) -> Value?) -> Value? {
            for key in keys {
                let text = items.first { $0.key == key && !$0.value.isEmpty }?.value
                if let value = text.flatMap(read) { return value }
            }
            return nil
        }
        name = PathName.last(of: plan.media.path)
        make = first(["com.apple.quicktime.make", "com.android.manufacturer", "make"]) { $0 }
        model = first(["com.apple.quicktime.model", "com.android.model", "model", "overcrank.device"]) { $0 }
        lens = first(["com.apple.quicktime.camera.lens_model", "lens_model", "lens"]) { $0 }
        // The first two are more exact than containers: to the microsecond, and with the clock of the place.
        let dates = [
            "overcrank.start.utc", "com.apple.quicktime.creationdate", "creation_time", "DATE_RECORDED", "date",
        ]
        date = first(dates) { ClipDate(parsing: $0) }
        place = first(["com.apple.quicktime.location.ISO6709", "location", "location-eng"]) {
            ClipPlace.place(parsing: $0)
        }
    }

    /// The description of a still; without one, that of a contact sheet of the clip.
    func description(of still: Still?) -> ExifDescription {
        var description = ExifDescription()
        description.title = name
        description.make = make
        description.model = model
        guard let still else { return description }
        description.title = "\(name), frame \(still.number) at \(still.instant.clock)"
        description.lens = lens
        description.moment = date?.later(by: still.instant)?.moment
        description.place = place
        return description
    }
}
