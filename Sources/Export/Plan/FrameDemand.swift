internal import MediaFormats

/// What is demanded of frames whatever they are made for: by other frames that are shown with them, or by the container.
struct FrameDemand {
    /// As of a delivery.
    let traits: DeliveryTraits
    /// What messages call that which demands it.
    let name: String
}

extension FrameDemand {
    /// What a moving image demands: colours as every screen has them, square pixels, upright, whole frames. `nil` for
    /// containers of other kinds.
    init?(_ container: Container) {
        guard let image = container.traits.movingImage else { return nil }
        name = container.rawValue
        traits = DeliveryTraits(
            pixelFormats: image.pixelFormats,
            highRangePixelFormats: image.highRangePixelFormats,
            isStandardRange: true,
            isUpright: true,
            isProgressive: true
        )
    }
}
