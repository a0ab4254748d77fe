public import MediaTime

extension Recorder {
    /// All controls of the camera as they are now, in the driver's order.
    ///
    /// - Throws: ``CaptureError`` `.unsupported` where the camera has none, `.unplugged` or `.reading`.
    public func controls() throws(CaptureError) -> [CameraControl] { try live.all() }

    /// Finds a control by its name, in this kernel or in another one, or by its number. Its value is the one that is known:
    /// what an automatic sets may be a second old.
    ///
    /// - Throws: ``CaptureError`` `.unsupported` where there is none.
    public func control(named name: String) throws(CaptureError) -> CameraControl {
        guard let control = ControlName.find(name, in: try live.known()) else {
            throw CaptureError(.unsupported, "\(device.name) has no control '\(name)'")
        }
        return control
    }

    /// Sets controls of the camera in the order that they need, all of them or none: before, while and after it is recorded.
    ///
    /// It returns when the camera has taken them, which may be some tenths of a second; frames go on meanwhile. Each change
    /// in the course of a recording is an event (``RecordingEvent/control(_:)``), is in the log and in the file.
    ///
    /// - Returns: what became of each, in that order, those included that others depend on.
    /// - Throws: ``CaptureError`` `.unsupported`, `.unplugged` or `.reading`.
    @discardableResult
    public func set(_ settings: [ControlSetting]) throws(CaptureError) -> [ControlChange] { try live.set(settings) }

    /// Sets a control as people write it: a name and a value, as ``CameraControl/value(parsing:)`` reads it.
    ///
    /// - Returns: what became of it, and of those that it depends on.
    /// - Throws: ``CaptureError`` `.unsupported`, `.unplugged` or `.reading`.
    @discardableResult
    public func set(control name: String, to value: String) throws(CaptureError) -> [ControlChange] {
        let control = try control(named: name)
        return try set([ControlSetting(id: control.id, value: try control.value(parsing: value))])
    }

    /// Zooms within a time, while a recording runs. It returns at once. Another zoom, ``stopZoom()`` or a setting of the zoom
    /// takes its place. Where the camera's values are focal lengths, each instant changes them by the same ratio, which looks
    /// steady.
    ///
    /// - Parameters:
    ///   - target: where to; a factor is one of the widest view.
    ///   - duration: how long it takes, in seconds; the last value is set then, or as soon as the camera can.
    /// - Returns: the values with which it begins and ends.
    /// - Throws: ``CaptureError`` `.unsupported` where the camera has no such zoom, `.misuse` where no recording runs,
    ///   `.unplugged` or `.reading`.
    @discardableResult
    public func zoom(to target: ZoomTarget, over duration: RationalTime) throws(CaptureError) -> (
        from: Int64, to: Int64
    ) {
        let ramp = try live.zoom(to: target, over: duration)
        return (ramp.start, ramp.end)
    }

    /// Leaves the zoom where it is.
    public func stopZoom() { live.stopZoom() }
}
