internal import MediaTime

/// How exposure is kept from lowering the rate: automatic exposure may not, and where a frame is exposed longer than it lasts,
/// that is said.
struct ExposurePolicy {
    /// Drivers count exposure in 100 µs.
    private static let unit: Int32 = 10_000

    private let shutter: RationalTime?

    init(_ shutter: RationalTime?) { self.shutter = shutter }

    /// Sets the controls.
    ///
    /// - Throws: ``CaptureError`` `.unsupported` where a shutter is wished and the camera has none, `.settings` for one that is not above zero.
    func apply(to camera: any AdjustableCamera, _ warnings: inout [LockWarning]) throws(CaptureError) -> [ControlChange]
    {
        if let shutter, shutter <= .zero {
            throw CaptureError(
                .settings,
                "a frame cannot be exposed for \(shutter.seconds) s: an exposure is above zero"
            )
        }
        let controls = try camera.controls()
        var changes: [ControlChange] = []
        if let dynamic = controls.first(where: { $0.id == ControlID.dynamicFrameRate }), dynamic.value == 1 {
            do {
                changes += try camera.setControls([ControlSetting(id: dynamic.id, value: 0)])
            } catch {
                // Without it the lock may still hold: the measurement tells.
                warnings.append(.controlFailed(name: dynamic.name, reason: error.message))
            }
        }
        guard let shutter else { return changes }
        do {
            let ticks = try Self.ticks(of: shutter)
            changes += try camera.setControls(try Self.settings(ticks, controls, camera.device))
            let exposure = RationalTime(ticks, Self.unit)
            if abs(exposure.seconds / shutter.seconds - 1) > LockWarning.tolerance {
                warnings.append(.exposureRounded(requested: shutter, exposure: exposure))
            }
            return changes
        } catch {
            camera.putBack(changes)
            throw error
        }
    }

    /// The exposure nearest to a shutter in the unit of drivers, and at least one.
    private static func ticks(of shutter: RationalTime) throws(CaptureError) -> Int64 {
        guard let ticks = try? shutter.ticks(over: unit, rounding: .nearest) else {
            throw CaptureError(.unsupported, "an exposure of \(shutter) is out of reach")
        }
        return max(ticks, 1)
    }

    private static func settings(
        _ ticks: Int64,
        _ controls: [CameraControl],
        _ device: CaptureDeviceInfo
    ) throws(CaptureError) -> [ControlSetting] {
        guard controls.contains(where: { $0.id == ControlID.exposureTime }) else {
            throw CaptureError(.unsupported, "\(device.name) has no exposure time to set")
        }
        var settings = [ControlSetting(id: ControlID.exposureTime, value: ticks)]
        if controls.contains(where: { $0.id == ControlID.autoExposure }) {
            let manual = ControlDependency.all.first { $0.dependant == ControlID.exposureTime }?.manual
            settings += manual.map { [ControlSetting(id: ControlID.autoExposure, value: $0)] } ?? []
        }
        return settings
    }

    /// Warns where each frame is exposed longer than it lasts, as far as the camera's controls tell.
    static func check(
        _ controls: [CameraControl],
        _ frameDuration: RationalTime,
        _ warnings: inout [LockWarning]
    ) {
        guard let time = controls.first(where: { $0.id == ControlID.exposureTime }), !time.isInactive,
            let ticks = time.value
        else { return }
        if let warning = warning(ticks, frameDuration) { warnings.append(warning) }
    }

    /// The warning for an exposure time in the unit of drivers; `nil` where a frame lasts long enough.
    static func warning(_ ticks: Int64, _ frameDuration: RationalTime) -> LockWarning? {
        let exposure = RationalTime(ticks, unit)
        // Half a unit is the driver's own rounding.
        guard let limit = try? frameDuration + RationalTime(1, 2 * unit), exposure > limit else { return nil }
        return .exposureTooLong(exposure: exposure, frameDuration: frameDuration)
    }
}
